import { describe, expect, it } from 'vitest';
import { requestId } from '../../src/domain/ids.ts';
import { denialMemory } from '../../src/turn/gate/denial-memory.ts';
import { alice, bob, run, says } from '../support/turn/a-turn.ts';
import { answering, grantFor, no, yes } from '../support/turn/decisions.ts';
import { eventsOf, outcomesIn, textsIn } from '../support/turn/results.ts';
import { calls, scriptedModel, words } from '../support/turn/scripted-model.ts';
import { aTool } from '../support/turn/tools.ts';

const pay = aTool('pay', { gated: true });
const proposes = (id: string, args: unknown = { to: 'a' }) => calls([[id, 'pay', args]]);

/** A transcript in which alice's agent was denied `pay({"to":"a"})`, with the reason `no`. */
async function denied() {
  const first = await run(scriptedModel(proposes('c1')), [pay]);
  const given = answering(first.result, no('no'));
  return { transcript: first.transcript, given };
}

describe('the memory of a denial', () => {
  it('answers the same action under another id with the same words and asks nobody', async () => {
    const { transcript, given } = await denied();
    const { result } = await run(scriptedModel(proposes('c2'), words('ok')), [pay], given, transcript);
    const [first, second] = textsIn(result.messages);
    expect(second).toBe(first);
    expect(result.kind).toBe('finished');
  });

  it('knows the same arguments in another spelling', async () => {
    const { transcript, given } = await denied();
    const { result } = await run(scriptedModel(proposes('c2', '{ "to" : "\\u0061" }')), [pay], given, transcript);
    expect(outcomesIn(result.messages)).toEqual(['denied', 'denied']);
  });

  it('asks for other arguments', async () => {
    const { transcript, given } = await denied();
    const { result } = await run(scriptedModel(proposes('c2', { to: 'b' })), [pay], given, transcript);
    expect(result.kind).toBe('paused');
  });

  it('survives a restart: it is read out of the transcript', async () => {
    const { transcript, given } = await denied();
    const second = await run(scriptedModel(words('ok')), [pay], given, transcript);
    const third = await run(scriptedModel(proposes('c9')), [pay], {}, second.transcript);
    expect(outcomesIn(third.result.messages)).toEqual(['denied']);
  });

  it('ends when the principal speaks again', async () => {
    const { transcript, given } = await denied();
    const second = await run(scriptedModel(words('ok')), [pay], given, transcript);
    const { result } = await run(scriptedModel(proposes('c9')), [pay], {}, [...second.transcript, says('do it')]);
    expect(result.kind).toBe('paused');
  });

  it('does not end when somebody else speaks', async () => {
    const { transcript, given } = await denied();
    const second = await run(scriptedModel(words('ok')), [pay], given, transcript);
    const later = [...second.transcript, says('do it', bob, true)];
    const { result } = await run(scriptedModel(proposes('c9')), [pay], {}, later);
    expect(outcomesIn(result.messages)).toEqual(['denied']);
  });

  it('beats a grant', async () => {
    const cacheable = aTool('pay', { gated: true, cacheable: true });
    const first = await run(scriptedModel(proposes('c1')), [cacheable]);
    const given = { ...answering(first.result, no()), ...grantFor('pay') };
    const { result } = await run(scriptedModel(proposes('c2')), [cacheable], given, first.transcript);
    expect(outcomesIn(result.messages)).toEqual(['denied', 'denied']);
  });

  it('holds nothing that ran: the same action is asked about again', async () => {
    const first = await run(scriptedModel(proposes('c1')), [pay]);
    const second = await run(scriptedModel(), [pay], answering(first.result, yes()), first.transcript);
    const third = await run(scriptedModel(proposes('c2')), [pay], {}, second.transcript);
    expect([outcomesIn(second.result.messages), third.result.kind]).toEqual([['succeeded'], 'paused']);
  });

  it('holds nothing of a denial whose call is no longer in the transcript', () => {
    const result = {
      requestId: requestId('c1'),
      toolName: 'pay',
      outcome: 'denied',
      text: 'no',
      quarantined: false,
    } as const;
    const memory = denialMemory([{ kind: 'results', results: [result] }, says('go on', bob)], alice);
    expect(memory).toEqual({ answers: new Map(), repeats: 0 });
  });

  it('does not answer a call that a person approved: two identical calls need two decisions', async () => {
    const both = calls([
      ['c1', 'pay', { to: 'a' }],
      ['c2', 'pay', { to: 'a' }],
    ]);
    const first = await run(scriptedModel(both), [pay]);
    const { result } = await run(scriptedModel(), [pay], answering(first.result, no(), yes()), first.transcript);
    expect(outcomesIn(result.messages)).toEqual(['denied', 'succeeded']);
  });

  it('ends the turn cleanly after three repetitions, with one question asked in all', async () => {
    const { transcript, given } = await denied();
    const stubborn = scriptedModel(...Array.from({ length: 12 }, (_, index) => proposes(`r${index}`)));
    const { result } = await run(stubborn, [pay], given, transcript);
    expect(result).toMatchObject({ kind: 'finished', end: 'repeated-denial' });
    expect(stubborn.requests).toHaveLength(3);
    expect(outcomesIn(result.messages)).toEqual(['denied', 'denied', 'denied', 'denied']);
  });

  it('counts repetitions over runs', async () => {
    const { transcript, given } = await denied();
    const twice = await run(scriptedModel(proposes('r1'), proposes('r2'), words('ok')), [pay], given, transcript);
    const { result } = await run(scriptedModel(proposes('r3'), proposes('r4')), [pay], {}, twice.transcript);
    expect(result).toMatchObject({ kind: 'finished', end: 'repeated-denial' });
  });
});

describe('an unattended turn', () => {
  it('denies a gated call at once, says which, and goes on', async () => {
    const { result, journal } = await run(scriptedModel(proposes('c1'), words('ok')), [pay], { unattended: true });
    expect(result).toMatchObject({ kind: 'finished', deniedUnattended: [{ requestId: 'c1', toolName: 'pay' }] });
    expect(eventsOf(journal.events, 'tool.dispatched')).toEqual([]);
  });

  it('still runs what needs nobody', async () => {
    const safe = aTool('safe');
    await run(scriptedModel(calls([['c1', 'safe', {}]])), [safe], { unattended: true });
    expect(safe.runs).toHaveLength(1);
  });
});
