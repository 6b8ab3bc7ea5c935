import { setTimeout as wait } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { z } from 'zod';
import { makeElicitor } from '../../../src/conversation/elicitation/elicitor.ts';
import { makeElicitationCommands } from '../../../src/conversation/elicitation/make-elicitation-commands.ts';
import { LEASE_MS } from '../../../src/conversation/worker.ts';
import type { Elicitor, PersonsAnswer } from '../../../src/ports/elicitor.ts';
import { silent } from '../../../src/ports/logger.ts';
import { defineTool } from '../../../src/tools/define-tool.ts';
import { botWith } from '../../support/bot.ts';
import { alice, here, policy, theCard, treatment } from '../../support/conversation.ts';
import { formQuestion } from '../../support/elicitation.ts';

const allowAll = { ...policy, otherwise: { ...treatment, decision: 'allow' as const } };

test('a process that goes while people are asked leaves a call of unknown outcome and a question nobody can answer', async () => {
  const answers: PersonsAnswer[] = [];
  const elicitor: Elicitor = { ask: (call, question) => real.ask(call, question) };
  const tool = defineTool({
    name: 'srv.ask',
    title: 'Asks',
    description: 'Asks people.',
    input: z.object({}),
    version: '1',
    capabilities: [],
    effect: 'once',
    async run(_args, context) {
      answers.push(await elicitor.ask(context, formQuestion));
      return { text: 'done', isError: false };
    },
  });
  const it = await botWith({ tools: [tool], policy: allowAll });
  const real = makeElicitor({
    ...it,
    personas: () => ({ policy: allowAll }),
    surface: { canAsk: async () => true },
    logger: silent,
    pause: (_ms, signal) => wait(1, undefined, { signal }).catch(() => {}),
  });
  const gone = it.say('!call srv.ask {}\n!step\n!results');
  await vi.waitFor(async () => expect(await it.types()).toContain('elicitation.asked'));

  it.clock.time += LEASE_MS + 1;
  await it.settle();
  await gone;
  expect(answers).toEqual([{ kind: 'cancel' }]);
  const now = await it.conversations.read(here);
  expect([...now.elicitations.values()].map(({ status }) => status)).toEqual([
    { kind: 'closed', because: 'call-over' },
  ]);
  expect([...now.approvals.questions.values()]).toMatchObject([{ toolName: 'srv.ask', answer: null, outcome: null }]);

  const [id] = now.elicitations.keys();
  const late = { person: alice, enterprise: null, card: theCard, answer: { kind: 'decline' as const } };
  const commands = makeElicitationCommands({ ...it, index: it.store.index });
  expect(id && (await commands.answer({ ...late, approvalId: id }))).toMatchObject({ kind: 'already-settled' });
});
