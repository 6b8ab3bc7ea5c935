import { Agent, Runner, RunState, setTracingDisabled, tool, Usage } from '@openai/agents';
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

setTracingDisabled(true);
const runner = new Runner({ tracingDisabled: true });

let runs = 0;
const mailTool = (needsApproval) =>
  tool({
    name: toolName,
    description: toolDescription,
    parameters: z.object({ to: z.string(), subject: z.string(), body: z.string(), priority: z.number() }),
    needsApproval,
    execute: async () => {
      runs += 1;
      return toolAnswer;
    },
  });

let ids = 0;
const calls = (count) =>
  Array.from({ length: count }, () => {
    ids += 1;
    const callId = `c${ids}`;
    return {
      type: 'function_call',
      id: `f${callId}`,
      callId,
      name: toolName,
      status: 'completed',
      arguments: JSON.stringify(toolArguments),
    };
  });
const said = (text) => ({
  type: 'message',
  id: 'm',
  role: 'assistant',
  status: 'completed',
  content: [{ type: 'output_text', text }],
});
const heardResult = ({ input }) => Array.isArray(input) && input.at(-1)?.type === 'function_call_result';

const modelOf = (reply, answer = [finalText]) => ({
  async getResponse(request) {
    const output = reply(request);
    return { usage: new Usage({ requests: 1, inputTokens: 10, outputTokens: 10, totalTokens: 20 }), output };
  },
  async *getStreamedResponse(request) {
    const output = reply(request);
    yield { type: 'response_started' };
    if (output[0].type === 'message') for (const delta of answer) yield { type: 'output_text_delta', delta };
    const usage = { inputTokens: 10, outputTokens: 10, totalTokens: 20 };
    yield { type: 'response_done', response: { id: 'r', output, usage } };
  },
});
const scripted = (count, answer = [finalText]) =>
  modelOf((request) => (heardResult(request) ? [said(answer.join(''))] : calls(count)), answer);

const gatedTool = mailTool(true);
const freeTool = mailTool(false);
const agentWith = (model, gated = true) =>
  new Agent({ name: 'bench', instructions: 'You help.', model, tools: [gated ? gatedTool : freeTool] });
const user = (content) => ({ type: 'message', role: 'user', content });
const decide = (state, approved) => {
  for (const interruption of state.getInterruptions()) {
    if (approved) state.approve(interruption);
    else state.reject(interruption);
  }
};

/** Pause, run state to text and back, answer, go on. The library has no store, so the text is its durable state. */
const roundTrip = ({ count = 1, earlier = 0, approved = true }) => {
  const before = runs;
  const past = history(earlier).map(({ role, text }) => (role === 'user' ? user(text) : said(text)));
  return timed(async () => {
    const agent = agentWith(scripted(count));
    const first = await runner.run(agent, [...past, user(question)]);
    expectEqual(first.interruptions.length, count, 'questions');
    const state = await RunState.fromString(agent, first.state.toString());
    decide(state, approved);
    expectEqual((await runner.run(agent, state)).finalOutput, finalText, 'answer');
    expectEqual(runs - before, approved ? count : 0, 'executions');
  });
};

const noGate = () =>
  timed(async () => {
    const result = await runner.run(agentWith(scripted(1), false), question);
    expectEqual(result.finalOutput, finalText, 'answer');
  });

const streamed = (count) => {
  const answer = deltas(count);
  return timed(async () => {
    let seen = 0;
    const result = await runner.run(agentWith(scripted(1, answer), false), question, { stream: true });
    for await (const event of result) {
      if (event.type === 'raw_model_stream_event' && event.data.type === 'output_text_delta') seen += 1;
    }
    await result.completed;
    expectEqual(seen, count, 'deltas');
  });
};

const perDelta = async () => {
  const short = await streamed(1);
  return perItem(await streamed(MANY_DELTAS + 1), short, MANY_DELTAS);
};

/** An answered state as text, and the agent it belongs to. */
async function answered(approved) {
  const agent = agentWith(scripted(1));
  const { state } = await runner.run(agent, question);
  decide(state, approved);
  const text = state.toString();
  const go = async (stored = text) => runner.run(agent, await RunState.fromString(agent, stored));
  return { text, go };
}

async function race() {
  const before = runs;
  const { go } = await answered(true);
  await Promise.all([go(), go()]);
  return runs - before;
}

async function replay() {
  const before = runs;
  const { go } = await answered(true);
  await go();
  await go();
  return runs - before;
}

/** The stored denial lists the call as rejected; whoever can write the text lists it as approved. */
async function flip() {
  const before = runs;
  const { text, go } = await answered(false);
  const stored = JSON.parse(text);
  const decisions = stored.context.functionApprovals.flatMap(({ approvals }) => Object.values(approvals));
  expectEqual(decisions.length, 1, 'stored denials');
  for (const decision of decisions) {
    decision.approved = decision.rejected;
    decision.rejected = [];
  }
  await go(JSON.stringify(stored));
  return runs - before;
}

async function reissue() {
  const agent = agentWith(modelOf(() => calls(1)));
  const maxTurns = REISSUES + 1;
  let result = await runner.run(agent, question, { maxTurns });
  let questions = 0;
  for (let round = 0; round < REISSUES; round += 1) {
    questions += result.interruptions.length;
    decide(result.state, false);
    if (round < REISSUES - 1) result = await runner.run(agent, result.state, { maxTurns });
  }
  return questions;
}

serve({
  cases: {
    'no-gate': noGate,
    'approve-1': () => roundTrip({}),
    'approve-5': () => roundTrip({ count: 5 }),
    'deny-1': () => roundTrip({ approved: false }),
    'history-200': () => roundTrip({ earlier: HISTORY_MESSAGES }),
    delta: perDelta,
  },
  probes: { race, replay, flip, reissue },
});
