import { join } from 'node:path';
import { createClient } from '@libsql/client';
import { Agent } from '@mastra/core/agent';
import { Mastra } from '@mastra/core/mastra';
import { InMemoryStore } from '@mastra/core/storage';
import { createTool } from '@mastra/core/tools';
import { LibSQLStore } from '@mastra/libsql';
import { z } from 'zod';
import {
  deltas,
  expectEqual,
  finalText,
  HISTORY_MESSAGES,
  history,
  MANY_DELTAS,
  question,
  REISSUES,
  toolAnswer,
  toolArguments,
  toolDescription,
  toolName,
} from '../../bot/scenario.ts';
import { perItem, timed } from '../../measure/timed.ts';
import { folders, serve } from '../serve.ts';

let runs = 0;
const mailTool = (requireApproval) =>
  createTool({
    id: toolName,
    description: toolDescription,
    inputSchema: z.object({ to: z.string(), subject: z.string(), body: z.string(), priority: z.number() }),
    requireApproval,
    execute: async () => {
      runs += 1;
      return { text: toolAnswer };
    },
  });

let ids = 0;
const calls = (count) =>
  Array.from({ length: count }, () => {
    ids += 1;
    return { type: 'tool-call', toolCallId: `c${ids}`, toolName, input: JSON.stringify(toolArguments) };
  });
const heardResult = (prompt) => prompt.at(-1).role === 'tool';
const usage = { inputTokens: 10, outputTokens: 10, totalTokens: 20 };

/** A model by the AI SDK's v2 interface, which Mastra takes. */
const modelOf = (reply) => ({
  specificationVersion: 'v2',
  provider: 'scripted',
  modelId: 'scripted',
  supportedUrls: {},
  async doGenerate({ prompt }) {
    const { parts, finishReason } = reply(prompt);
    const content = parts.map((part) => (typeof part === 'string' ? { type: 'text', text: part } : part));
    return { content, finishReason, usage, warnings: [] };
  },
  async doStream({ prompt }) {
    return { stream: ReadableStream.from(streamParts(reply(prompt))) };
  },
});

function* streamParts({ parts, finishReason }) {
  yield { type: 'stream-start', warnings: [] };
  const words = parts.filter((part) => typeof part === 'string');
  if (words.length === 0) yield* parts;
  else {
    yield { type: 'text-start', id: 't' };
    for (const delta of words) yield { type: 'text-delta', id: 't', delta };
    yield { type: 'text-end', id: 't' };
  }
  yield { type: 'finish', usage, finishReason };
}

const asks = (count) => ({ parts: calls(count), finishReason: 'tool-calls' });
const scripted = (count, answer = [finalText]) =>
  modelOf((prompt) => (heardResult(prompt) ? { parts: answer, finishReason: 'stop' } : asks(count)));

const gatedTool = mailTool(true);
const freeTool = mailTool(false);

function agentOver(storage, model, gated = true) {
  const bench = new Agent({
    id: 'bench',
    name: 'bench',
    instructions: 'You help.',
    model,
    tools: { [toolName]: gated ? gatedTool : freeTool },
  });
  return new Mastra({ agents: { bench }, storage, logger: false }).getAgent('bench');
}

const isWaiting = ({ finishReason }) => finishReason === 'suspended';
const answerOf = (agent, { runId }, { suspendPayload: { toolCallId } }, approved) =>
  approved
    ? agent.approveToolCallGenerate({ runId, toolCallId })
    : agent.declineToolCallGenerate({ runId, toolCallId });

/** Calls that wait are answered one after the other: the library suspends for one at a time. */
const roundTrip = async (storageOf, { count = 1, earlier = 0, approved = true } = {}) => {
  const before = runs;
  const past = history(earlier).map(({ role, text }) => ({ role, content: text }));
  const storage = await storageOf();
  return timed(async () => {
    const first = await agentOver(storage, scripted(count)).generate([...past, { role: 'user', content: question }]);
    expectEqual(isWaiting(first), true, 'paused');
    const agent = agentOver(storage, scripted(count));
    let state = first;
    for (let answers = 0; answers < count && isWaiting(state); answers += 1) {
      state = await answerOf(agent, first, state, approved);
    }
    expectEqual(state.text, finalText, 'answer');
    expectEqual(runs - before, approved ? count : 0, 'executions');
  });
};

const noGate = () =>
  timed(async () => {
    const result = await agentOver(new InMemoryStore(), scripted(1), false).generate(question);
    expectEqual(result.text, finalText, 'answer');
  });

const streamed = (count) => {
  const model = scripted(1, deltas(count));
  return timed(async () => {
    let seen = 0;
    const result = await agentOver(new InMemoryStore(), model, false).stream(question);
    for await (const { type } of result.fullStream) if (type === 'text-delta') seen += 1;
    expectEqual(seen, count, 'deltas');
  });
};

const perDelta = async () => {
  const short = await streamed(1);
  return perItem(await streamed(MANY_DELTAS + 1), short, MANY_DELTAS);
};

const { disk, memory } = folders();

/** The store sets `NORMAL` itself when it opens; `FULL`, which survives a power cut, is set after that. */
const libsqlStore = (path, synchronous) => {
  const open = async () => {
    const client = createClient({ url: `file:${path}` });
    const store = new LibSQLStore({ id: path, client });
    await store.init();
    await client.execute(`PRAGMA synchronous = ${synchronous}`);
    return store;
  };
  let opened;
  return () => {
    opened ??= open();
    return opened;
  };
};
const flushed = libsqlStore(join(disk, 'mastra-full.db'), 'FULL');
const asShipped = libsqlStore(join(disk, 'mastra.db'), 'NORMAL');
const onMemoryDisk = libsqlStore(join(memory ?? disk, 'mastra-memory.db'), 'FULL');
const inMemory = () => new InMemoryStore();

/** Executions after the same call was approved by two agent objects over one database, as two processes would. */
async function twice(approveBoth) {
  const before = runs;
  const storage = await flushed();
  const first = await agentOver(storage, scripted(1)).generate(question);
  const approve = () => answerOf(agentOver(storage, scripted(1)), first, first, true);
  await approveBoth(approve);
  return runs - before;
}
const race = () => twice((approve) => Promise.allSettled([approve(), approve()]));
const replay = () =>
  twice(async (approve) => {
    await approve();
    await approve().catch(() => {});
  });

async function reissue() {
  const agent = agentOver(
    new InMemoryStore(),
    modelOf(() => asks(1)),
  );
  const first = await agent.generate(question, { maxSteps: REISSUES * 2 });
  let state = first;
  let questions = 0;
  for (let round = 0; round < REISSUES && isWaiting(state); round += 1) {
    questions += 1;
    state = await answerOf(agent, first, state, false);
  }
  return questions;
}

serve({
  cases: {
    'no-gate': noGate,
    'approve-1': () => roundTrip(inMemory),
    'approve-5': () => roundTrip(inMemory, { count: 5 }),
    'deny-1': () => roundTrip(inMemory, { approved: false }),
    'history-200': () => roundTrip(inMemory, { earlier: HISTORY_MESSAGES }),
    delta: perDelta,
    'approve-1-memory-disk': () => roundTrip(onMemoryDisk),
    'approve-1-flushed': () => roundTrip(flushed),
    'approve-1-as-shipped': () => roundTrip(asShipped),
  },
  // No `flip`: the answer is not stored before it acts, so there is no stored "no" to change.
  probes: { race, replay, reissue },
});
