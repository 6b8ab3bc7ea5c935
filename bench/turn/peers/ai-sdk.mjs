import { generateText, isStepCount, streamText, tool } from 'ai';
import { MockLanguageModelV4 } from 'ai/test';
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
import { serve } from '../serve.ts';

let runs = 0;
const tools = {
  [toolName]: tool({
    description: toolDescription,
    inputSchema: z.object({ to: z.string(), subject: z.string(), body: z.string(), priority: z.number() }),
    execute: async () => {
      runs += 1;
      return toolAnswer;
    },
  }),
};

const usage = {
  inputTokens: { total: 10, noCache: 10, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 10, text: 10, reasoning: 0 },
};
const calling = { unified: 'tool-calls', raw: 'tool-calls' };
const ended = { unified: 'stop', raw: 'stop' };
const heardResult = (prompt) => prompt.at(-1).role === 'tool';

let ids = 0;
const calls = (count) =>
  Array.from({ length: count }, () => {
    ids += 1;
    return { type: 'tool-call', toolCallId: `c${ids}`, toolName, input: JSON.stringify(toolArguments) };
  });

const model = (count, answer = [finalText]) =>
  new MockLanguageModelV4({
    doGenerate: async ({ prompt }) =>
      heardResult(prompt)
        ? { content: [{ type: 'text', text: answer.join('') }], finishReason: ended, usage, warnings: [] }
        : { content: calls(count), finishReason: calling, usage, warnings: [] },
    doStream: async ({ prompt }) => ({ stream: ReadableStream.from(streamParts(heardResult(prompt), count, answer)) }),
  });

function* streamParts(heard, count, answer) {
  yield { type: 'stream-start', warnings: [] };
  if (!heard) yield* calls(count);
  if (heard) {
    yield { type: 'text-start', id: 't' };
    for (const delta of answer) yield { type: 'text-delta', id: 't', delta };
    yield { type: 'text-end', id: 't' };
  }
  yield { type: 'finish', usage, finishReason: heard ? ended : calling };
}

const stopWhen = isStepCount(8);
const gate = { toolApproval: { [toolName]: 'user-approval' } };
const signing = { experimental_toolApprovalSecret: 'k'.repeat(32) };
const user = { role: 'user', content: question };
const questionsIn = ({ content }) => content.filter(({ type }) => type === 'tool-approval-request');
const answerTo = (requests, approved) => ({
  role: 'tool',
  content: requests.map(({ approvalId }) => ({ type: 'tool-approval-response', approvalId, approved })),
});
const ask = (messages, options, scripted = model(1)) =>
  generateText({ model: scripted, tools, stopWhen, messages, ...gate, ...options });

/** Pause, messages to text and back, answer, go on. The library has no store, so the text is its durable state. */
async function pauseAndAnswer(earlier, count, approved, options = {}) {
  const scripted = model(count);
  const messages = [...earlier, user];
  const first = await ask(messages, options, scripted);
  const requests = questionsIn(first);
  expectEqual(requests.length, count, 'questions');
  const stored = JSON.stringify([...messages, ...first.responseMessages]);
  return { messages: [...JSON.parse(stored), answerTo(requests, approved)], options, scripted };
}

const roundTrip = ({ count = 1, earlier = 0, approved = true, options = {} }) => {
  const before = runs;
  const past = history(earlier).map(({ role, text }) => ({ role, content: text }));
  return timed(async () => {
    const { messages, scripted } = await pauseAndAnswer(past, count, approved, options);
    expectEqual((await ask(messages, options, scripted)).text, finalText, 'answer');
    expectEqual(runs - before, approved ? count : 0, 'executions');
  });
};

const noGate = () =>
  timed(async () => {
    const result = await generateText({ model: model(1), tools, stopWhen, messages: [user] });
    expectEqual(result.text, finalText, 'answer');
  });

const streamed = (count) => {
  const answer = deltas(count);
  return timed(async () => {
    let seen = 0;
    const { stream, fullStream } = streamText({ model: model(1, answer), tools, stopWhen, messages: [user] });
    for await (const { type } of fullStream ?? stream) if (type === 'text-delta') seen += 1;
    expectEqual(seen, count, 'deltas');
  });
};

const perDelta = async () => {
  const short = await streamed(1);
  return perItem(await streamed(MANY_DELTAS + 1), short, MANY_DELTAS);
};

/** Executions after the same answered messages were given to the loop by two callers, at once or one after the other. */
async function twice(inTurn) {
  const before = runs;
  const { messages, scripted } = await pauseAndAnswer([], 1, true, signing);
  const go = () => ask(messages, signing, scripted);
  if (inTurn) {
    await go();
    await go();
  } else await Promise.all([go(), go()]);
  return runs - before;
}

async function flip() {
  const before = runs;
  const { messages, scripted } = await pauseAndAnswer([], 1, false, signing);
  const stored = JSON.stringify(messages).replace('"approved":false', '"approved":true');
  await ask(JSON.parse(stored), signing, scripted);
  return runs - before;
}

async function reissue() {
  const stubborn = new MockLanguageModelV4({
    doGenerate: async () => ({ content: calls(1), finishReason: calling, usage, warnings: [] }),
  });
  let messages = [user];
  let questions = 0;
  for (let round = 0; round < REISSUES; round += 1) {
    const result = await ask(messages, {}, stubborn);
    const requests = questionsIn(result);
    questions += requests.length;
    messages = [...messages, ...result.responseMessages, answerTo(requests, false)];
  }
  return questions;
}

serve({
  cases: {
    'no-gate': noGate,
    'approve-1': () => roundTrip({}),
    'approve-1-signed': () => roundTrip({ options: signing }),
    'approve-5': () => roundTrip({ count: 5 }),
    'deny-1': () => roundTrip({ approved: false }),
    'history-200': () => roundTrip({ earlier: HISTORY_MESSAGES }),
    delta: perDelta,
  },
  probes: { race: () => twice(false), replay: () => twice(true), flip, reissue },
});
