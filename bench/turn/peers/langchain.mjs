import { join } from 'node:path';
import { BaseChatModel } from '@langchain/core/language_models/chat_models';
import { AIMessage, AIMessageChunk, HumanMessage } from '@langchain/core/messages';
import { ChatGenerationChunk } from '@langchain/core/outputs';
import { Command, MemorySaver } from '@langchain/langgraph';
import { SqliteSaver } from '@langchain/langgraph-checkpoint-sqlite';
import Database from 'better-sqlite3';
import { createAgent, humanInTheLoopMiddleware, tool } from 'langchain';
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
const mailTool = tool(
  async () => {
    runs += 1;
    return toolAnswer;
  },
  {
    name: toolName,
    description: toolDescription,
    schema: z.object({ to: z.string(), subject: z.string(), body: z.string(), priority: z.number() }),
  },
);

let ids = 0;
const calls = (count) =>
  Array.from({ length: count }, () => {
    ids += 1;
    return { id: `c${ids}`, name: toolName, args: toolArguments, type: 'tool_call' };
  });
const heardResult = (messages) => messages.at(-1).getType() === 'tool';

class Scripted extends BaseChatModel {
  constructor(count) {
    super({});
    this.count = count;
  }
  _llmType() {
    return 'scripted';
  }
  bindTools() {
    return this;
  }
  async _generate(messages) {
    const message = heardResult(messages)
      ? new AIMessage(finalText)
      : new AIMessage({ content: '', tool_calls: calls(this.count) });
    return { generations: [{ text: '', message }] };
  }
}

class Stubborn extends Scripted {
  async _generate() {
    return { generations: [{ text: '', message: new AIMessage({ content: '', tool_calls: calls(1) }) }] };
  }
}

class Streaming extends Scripted {
  constructor(answer) {
    super(1);
    this.answer = answer;
  }
  async *_streamResponseChunks(messages, _options, manager) {
    if (!heardResult(messages)) {
      const chunks = calls(1).map(({ id, name, args }) => ({
        id,
        name,
        args: JSON.stringify(args),
        index: 0,
        type: 'tool_call_chunk',
      }));
      const message = new AIMessageChunk({ content: '', tool_call_chunks: chunks });
      yield new ChatGenerationChunk({ text: '', message });
      return;
    }
    for (const delta of this.answer) {
      const chunk = new ChatGenerationChunk({ text: delta, message: new AIMessageChunk(delta) });
      yield chunk;
      await manager?.handleLLMNewToken(delta, undefined, undefined, undefined, undefined, { chunk });
    }
  }
}

const gate = humanInTheLoopMiddleware({ interruptOn: { [toolName]: true } });
const agentOver = (checkpointer, model, middleware = [gate]) =>
  createAgent({ model, tools: [mailTool], checkpointer, middleware });

let threads = 0;
const newThread = () => {
  threads += 1;
  return { configurable: { thread_id: `t${threads}` }, recursionLimit: 100 };
};
const human = { messages: [new HumanMessage(question)] };
const questionsIn = (state) => state.__interrupt__?.[0]?.value.actionRequests ?? [];
const answerAll = (state, type) => new Command({ resume: { decisions: questionsIn(state).map(() => ({ type })) } });

/** A fresh agent object over the same checkpointer goes on, as another process would. */
const roundTrip = (saverOf, { count = 1, earlier = 0, type = 'approve' } = {}) => {
  const before = runs;
  const past = history(earlier).map(({ role, text }) =>
    role === 'user' ? new HumanMessage(text) : new AIMessage(text),
  );
  const saver = saverOf();
  const thread = newThread();
  return timed(async () => {
    const paused = await agentOver(saver, new Scripted(count)).invoke(
      { messages: [...past, ...human.messages] },
      thread,
    );
    expectEqual(questionsIn(paused).length, count, 'questions');
    const ended = await agentOver(saver, new Scripted(count)).invoke(answerAll(paused, type), thread);
    expectEqual(ended.messages.at(-1).content, finalText, 'answer');
    expectEqual(runs - before, type === 'approve' ? count : 0, 'executions');
  });
};

const noGate = () =>
  timed(async () => {
    const ended = await agentOver(undefined, new Scripted(1), []).invoke(human);
    expectEqual(ended.messages.at(-1).content, finalText, 'answer');
  });

const streamed = (count) => {
  const answer = deltas(count);
  return timed(async () => {
    let seen = 0;
    const stream = await agentOver(undefined, new Streaming(answer), []).stream(human, { streamMode: 'messages' });
    for await (const [message] of stream) if (message.content !== '' && message.getType() === 'ai') seen += 1;
    expectEqual(seen >= count, true, 'all deltas seen');
  });
};

const perDelta = async () => {
  const short = await streamed(1);
  return perItem(await streamed(MANY_DELTAS + 1), short, MANY_DELTAS);
};

/** `FULL` survives a power cut; `NORMAL` is what the package leaves in force. */
const sqliteSaver = (path, synchronous) => {
  const db = new Database(path);
  db.pragma('journal_mode = WAL');
  db.pragma(`synchronous = ${synchronous}`);
  const saver = new SqliteSaver(db);
  return () => saver;
};
const { disk, memory } = folders();
const flushed = sqliteSaver(join(disk, 'langchain-full.db'), 'FULL');
const asShipped = sqliteSaver(join(disk, 'langchain.db'), 'NORMAL');
const onMemoryDisk = sqliteSaver(join(memory ?? disk, 'langchain-memory.db'), 'FULL');
const inMemory = () => new MemorySaver();

async function paused(model) {
  const saver = flushed();
  const thread = newThread();
  const state = await agentOver(saver, model).invoke(human, thread);
  const answer = (type) => agentOver(saver, model).invoke(answerAll(state, type), thread);
  return { state, saver, thread, answer };
}

async function race() {
  const before = runs;
  const { answer } = await paused(new Scripted(1));
  await Promise.allSettled([answer('approve'), answer('approve')]);
  return runs - before;
}

async function replay() {
  const before = runs;
  const { answer } = await paused(new Scripted(1));
  await answer('approve');
  await answer('approve').catch(() => {});
  return runs - before;
}

async function reissue() {
  const model = new Stubborn(1);
  const { saver, thread, ...first } = await paused(model);
  let { state } = first;
  let questions = 0;
  for (let round = 0; round < REISSUES && questionsIn(state).length > 0; round += 1) {
    questions += questionsIn(state).length;
    state = await agentOver(saver, model).invoke(answerAll(state, 'reject'), thread);
  }
  return questions;
}

serve({
  cases: {
    'no-gate': noGate,
    'approve-1': () => roundTrip(inMemory),
    'approve-5': () => roundTrip(inMemory, { count: 5 }),
    'deny-1': () => roundTrip(inMemory, { type: 'reject' }),
    'history-200': () => roundTrip(inMemory, { earlier: HISTORY_MESSAGES }),
    delta: perDelta,
    'approve-1-memory-disk': () => roundTrip(onMemoryDisk),
    'approve-1-flushed': () => roundTrip(flushed),
    'approve-1-as-shipped': () => roundTrip(asShipped),
  },
  // No `flip`: the answer is not stored before it acts, so there is no stored "no" to change.
  probes: { race, replay, reissue },
});
