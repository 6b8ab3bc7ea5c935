import { describe, expect, it } from 'vitest';
import type { Elicitation } from '../../../src/domain/elicitation.ts';
import { type ElicitationAnswer, elicitationAnswerBytesV1 } from '../../../src/domain/elicitation-answer.ts';
import type { DomainEvent } from '../../../src/domain/event.ts';
import { conversationId } from '../../../src/domain/ids.ts';
import { verifyAll } from '../../../src/store/audit/verify.ts';
import { anAnswer, anElicitation } from '../../support/elicitations.ts';
import { makeKeys } from '../../support/store-keys.ts';
import { openForTest } from '../../support/store-sqlite.ts';

const keys = makeKeys();
const conversation = anAnswer().conversation;

const asked = (given: Partial<Elicitation> = {}): DomainEvent => ({
  type: 'elicitation.asked',
  asked: { ...anElicitation(), ...given },
});

async function answered(given: Partial<ElicitationAnswer> = {}, later: Partial<ElicitationAnswer> = {}) {
  const answer = { ...anAnswer(), ...given };
  const signature = await keys.signer.sign(elicitationAnswerBytesV1(keys.signer.kid, answer));
  const event: DomainEvent = {
    type: 'elicitation.answered',
    signed: { version: 1, answer: { ...answer, ...later }, signature },
  };
  return event;
}

async function findingsIn(...events: readonly DomainEvent[]) {
  const store = await openForTest(':memory:');
  await store.log.append(conversation, events, { after: 0 });
  const { findings, signatures } = await verifyAll(store.chain, { verifier: keys.verifier });
  return { findings, signatures };
}

const unbound = (seq: number, because: string) => [{ kind: 'unbound', conversation, seq, because }];

describe('an answer to a server in the log', () => {
  it('is checked like a decision', async () => {
    expect(await findingsIn(asked(), await answered())).toEqual({ findings: [], signatures: 1 });
  });

  it('is found out when anything of it was changed', async () => {
    const { findings } = await findingsIn(asked(), await answered({}, { contentJson: '{"label":"idea"}' }));
    expect(findings).toMatchObject([{ kind: 'bad-signature', seq: 2 }]);
  });

  it.each<[string, Partial<Elicitation>]>([
    ['another server', { server: 'evil' }],
    ['other words', { message: 'Which token?' }],
    ['another form', { ask: { kind: 'form', schemaJson: '{}' } }],
    ['a page', { ask: { kind: 'link', url: 'https://evil.example/' } }],
    ['somebody else', { principal: { team: 'T1', user: 'U9' } }],
  ])('is found out when the question came from %s', async (_, given) => {
    expect((await findingsIn(asked(given), await answered())).findings).toEqual(unbound(2, 'other-call'));
  });

  it('is found out when nothing was asked, and when it was answered before', async () => {
    expect((await findingsIn(await answered())).findings).toEqual(unbound(1, 'nothing-asked'));
    const twice = [asked(), await answered(), await answered({ nonce: 'another' })];
    expect((await findingsIn(...twice)).findings).toEqual(unbound(3, 'answered-before'));
  });

  it('is found out in another conversation', async () => {
    const { findings } = await findingsIn(asked(), await answered({ conversation: conversationId('elsewhere') }));
    expect(findings).toMatchObject([{ kind: 'bad-signature', because: 'other-conversation' }]);
  });
});
