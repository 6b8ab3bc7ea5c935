import { describe, expect, test } from 'vitest';
import { type Decision, decisionBytesV1, type SignedDecision } from '../../src/domain/decision.ts';
import { approvalId, conversationId } from '../../src/domain/ids.ts';
import { mutationBytesV1 } from '../../src/domain/mutation.ts';
import { ed25519Signer } from '../../src/platform/ed25519.ts';
import { generateKey, readKeyring } from '../../src/platform/keyring.ts';
import { verifyAll } from '../../src/store/audit/verify.ts';
import { botWith } from '../support/bot.ts';
import { alice, bob, here, theCard } from '../support/conversation.ts';
import { counting } from '../support/counting-tool.ts';

type Bot = Awaited<ReturnType<typeof botWith>>;

const stranger = ed25519Signer(readKeyring(generateKey(new Date(0))));

/** A turn of Alice's that waits for somebody to approve a payment, and what a decision about it would have to say. */
async function waiting() {
  const { tool, runs } = counting();
  const bot = await botWith({ tools: [tool] });
  await bot.say('!call pay {"cents":5}\n!step\n!say done');
  const [id] = await bot.pending();
  const request =
    id === undefined ? undefined : (await bot.conversations.read(here)).approvals.approvals.get(id)?.request;
  if (request === undefined) throw new Error('nobody was asked');
  await bot.commands.cardPosted(request.approvalId, theCard);
  const decision: Decision = {
    enterprise: null,
    team: 'T0LOCAL',
    conversation: here,
    turn: request.turnId,
    approvalId: request.approvalId,
    requestId: request.call.requestId,
    toolName: 'pay',
    toolDefHash: request.toolDefHash,
    proposedArgsJson: request.call.argsJson,
    effectiveArgsJson: null,
    injectedContext: null,
    decision: 'approve',
    coveredCapabilities: [],
    grantExpiresAt: null,
    reason: null,
    approver: alice,
    principal: alice,
    card: theCard,
    issuedAt: request.requestedAt,
    expiresAt: request.expiresAt,
    nonce: 'a nonce of its own',
  };
  return { bot, runs, request, decision };
}

const signedBy = async (signer: Bot['signer'], decision: Decision): Promise<SignedDecision> => ({
  version: 1,
  decision,
  signature: await signer.sign(decisionBytesV1(signer.kid, decision)),
});

/** Puts a decision into the log past everything that guards it, and lets the bot work on it. */
async function plant({ store, conversations, settle }: Bot, signed: SignedDecision): Promise<void> {
  const { position } = await conversations.read(here);
  await store.log.append(here, [{ type: 'approval.decided', signed }], { after: position, wake: 'now' });
  await settle();
}

const rejections = async (bot: Bot) =>
  (await bot.log()).flatMap((event) => (event.type === 'decision.rejected' ? [event] : []));

const found = async ({ store, verifier }: Bot): Promise<readonly string[]> =>
  (await verifyAll(store.chain, { verifier })).findings.map(({ kind }) => kind);

describe('a decision in the log that nobody made', () => {
  test.each<[string, string, string, (given: Decision, signer: Bot['signer']) => Promise<SignedDecision>]>([
    [
      'with a made-up signature',
      'bad-signature',
      'bad-signature',
      async (decision, { kid }) => ({
        version: 1,
        decision,
        signature: { kid, value: Buffer.alloc(64).toString('base64url') },
      }),
    ],
    ['signed with a key nobody knows', 'unknown-key', 'bad-signature', (decision) => signedBy(stranger, decision)],
    [
      'signed for another conversation',
      'binding-mismatch',
      'bad-signature',
      (decision, signer) => signedBy(signer, { ...decision, conversation: conversationId('T0LOCAL:C0GENERAL:9.9') }),
    ],
    [
      'signed for another workspace',
      'binding-mismatch',
      'none',
      (decision, signer) => signedBy(signer, { ...decision, team: 'T0OTHER' }),
    ],
    [
      'signed for other arguments',
      'binding-mismatch',
      'unbound',
      (decision, signer) => signedBy(signer, { ...decision, proposedArgsJson: '{"cents":500}' }),
    ],
    [
      'signed for another tool',
      'binding-mismatch',
      'unbound',
      (decision, signer) => signedBy(signer, { ...decision, toolName: 'pay_all' }),
    ],
    [
      'signed for another definition of the tool',
      'binding-mismatch',
      'unbound',
      (decision, signer) => signedBy(signer, { ...decision, toolDefHash: 'older' }),
    ],
    [
      'signed on another card',
      'binding-mismatch',
      'none',
      (decision, signer) => signedBy(signer, { ...decision, card: { channel: 'C0GENERAL', message: '9.9' } }),
    ],
    [
      'with the signature of a record of another kind',
      'bad-signature',
      'bad-signature',
      async (decision, signer) => {
        const { conversation, turn, requestId, toolName, issuedAt: at, nonce } = decision;
        const change = { kind: 'context-injection' as const, after: '' };
        const mutation = { conversation, turn, requestId, toolName, change, at, nonce };
        return { version: 1, decision, signature: await signer.sign(mutationBytesV1(signer.kid, mutation)) };
      },
    ],
    [
      'by somebody who may not decide',
      'not-an-approver',
      'none',
      (decision, signer) => signedBy(signer, { ...decision, approver: bob }),
    ],
  ])('%s runs nothing, and is written down', async (_, because, finding, forge) => {
    const { bot, runs, request, decision } = await waiting();
    const signed = await forge(decision, bot.signer);
    await plant(bot, signed);
    expect(runs).toEqual([]);
    const [rejected, ...others] = await rejections(bot);
    expect(rejected).toMatchObject({ approvalId: request.approvalId, person: signed.decision.approver, because });
    expect(others).toEqual([]);
    expect(await bot.pending()).toHaveLength(1);
    expect(await found(bot)).toEqual(finding === 'none' ? [] : [finding]);
  });

  test('is written down once, however often it is come upon', async () => {
    const { bot, decision } = await waiting();
    await plant(
      bot,
      await signedBy(stranger, { ...decision, decision: 'approve-and-remember', grantExpiresAt: 2 ** 45 }),
    );
    await bot.say('!say again');
    await bot.say('!say and again');
    expect(await rejections(bot)).toHaveLength(1);
  });
});

describe('a genuine decision put into the log a second time', () => {
  test('with its nonce answers nothing, and is written down', async () => {
    const { bot, runs, request } = await waiting();
    await bot.answer(request.approvalId);
    expect(runs).toHaveLength(1);
    const [own] = (await bot.log()).flatMap((event) => (event.type === 'approval.decided' ? [event.signed] : []));
    if (own === undefined) throw new Error('nobody decided');
    await plant(bot, own);
    expect(runs).toHaveLength(1);
    expect(await rejections(bot)).toMatchObject([
      { approvalId: request.approvalId, person: alice, because: 'nonce-used' },
    ]);
    expect(await found(bot)).toEqual(['unbound']);
  });

  test('under the id of the next card answers nothing, and is written down', async () => {
    const { bot, runs, request } = await waiting();
    await bot.answer(request.approvalId);
    const [own] = (await bot.log()).flatMap((event) => (event.type === 'approval.decided' ? [event.signed] : []));
    await bot.say('!call pay {"cents":5}');
    const [next] = await bot.pending();
    if (own === undefined || next === undefined) throw new Error('nobody was asked again');
    await plant(bot, { ...own, decision: { ...own.decision, approvalId: next } });
    expect(runs).toHaveLength(1);
    expect(await bot.pending()).toEqual([next]);
    expect(await rejections(bot)).toMatchObject([{ approvalId: next, because: 'nonce-used' }]);
  });

  test('for something that was never asked is written down', async () => {
    const { bot, decision } = await waiting();
    await plant(bot, await signedBy(bot.signer, { ...decision, approvalId: approvalId('never-asked') }));
    expect(await rejections(bot)).toMatchObject([{ approvalId: 'never-asked', because: 'nothing-asked' }]);
  });
});
