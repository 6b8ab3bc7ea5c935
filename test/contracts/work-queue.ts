import { describe, expect, it, vi } from 'vitest';
import { conversationId } from '../../src/domain/ids.ts';
import type { Claim, WorkQueue } from '../../src/ports/work-queue.ts';
import { message } from '../support/store-events.ts';
import type { OpenStore } from '../support/store-under-test.ts';

const c1 = conversationId('c1');
const c2 = conversationId('c2');
const LEASE_MS = 10_000;

async function claimed(work: WorkQueue): Promise<Claim> {
  const claim = await work.claim('worker', LEASE_MS);
  if (claim === null) throw new Error('nothing was due');
  return claim;
}

/** What every `WorkQueue` keeps to. */
export function workQueueContract(open: OpenStore): void {
  describe('work queue', () => {
    it('has nothing to claim while nothing is woken', async () => {
      const { store } = await open();
      expect(await store.work.claim('worker', LEASE_MS)).toBeNull();
      expect(await store.work.nextDue()).toBeNull();
    });

    it('gives a woken conversation to one claimant only', async () => {
      const { store } = await open();
      await store.work.wake(c1);
      const claims = await Promise.all(Array.from({ length: 8 }, (_, i) => store.work.claim(`w${i}`, LEASE_MS)));
      expect(claims.filter((claim) => claim !== null)).toHaveLength(1);
    });

    it('gives several due conversations to several claimants', async () => {
      const { store } = await open();
      const woken = Array.from({ length: 8 }, (_, i) => conversationId(`c${i}`));
      for (const one of woken) await store.work.wake(one);
      const claims = await Promise.all(woken.map((_, i) => store.work.claim(`w${i}`, LEASE_MS)));
      expect(new Set(claims.map((claim) => claim?.conversation))).toEqual(new Set(woken));
    });

    it('claims what has been due longest first', async () => {
      const { store, now } = await open();
      const at = await now();
      await store.work.wake(c2, at - 1_000);
      await store.work.wake(c1, at - 2_000);
      expect((await claimed(store.work)).conversation).toBe(c1);
      expect((await claimed(store.work)).conversation).toBe(c2);
    });

    it('does not claim a conversation before its time', async () => {
      const { store, now, advance } = await open();
      await store.work.wake(c1, (await now()) + 60_000);
      expect(await store.work.claim('worker', LEASE_MS)).toBeNull();
      await advance(60_000);
      expect((await claimed(store.work)).conversation).toBe(c1);
    });

    it('lets an earlier wake stand', async () => {
      const { store, now } = await open();
      await store.work.wake(c1);
      await store.work.wake(c1, (await now()) + 60_000);
      expect((await claimed(store.work)).conversation).toBe(c1);
    });

    it('brings a later wake forward', async () => {
      const { store, now } = await open();
      await store.work.wake(c1, (await now()) + 60_000);
      await store.work.wake(c1);
      expect((await claimed(store.work)).conversation).toBe(c1);
    });

    it('keeps a conversation that was woken during its claim for the time after it', async () => {
      const { store } = await open();
      await store.work.wake(c1);
      const claim = await claimed(store.work);
      await store.work.wake(c1);
      expect(await store.work.claim('other', LEASE_MS)).toBeNull();
      await store.work.release(claim);
      expect((await claimed(store.work)).conversation).toBe(c1);
    });

    it('keeps a wake of an append during the claim', async () => {
      const { store } = await open();
      await store.work.wake(c1);
      const claim = await claimed(store.work);
      await store.log.append(c1, [message('a')], { after: 0, wake: 'now' });
      await store.work.release(claim);
      expect((await claimed(store.work)).conversation).toBe(c1);
    });

    it('leaves a released conversation alone until something wakes it', async () => {
      const { store } = await open();
      await store.work.wake(c1);
      await store.work.release(await claimed(store.work));
      expect(await store.work.nextDue()).toBeNull();
    });

    it('makes a released conversation due again when the claimant says so', async () => {
      const { store, now, advance } = await open();
      await store.work.wake(c1);
      await store.work.release(await claimed(store.work), (await now()) + 60_000);
      expect(await store.work.claim('worker', LEASE_MS)).toBeNull();
      await advance(60_000);
      expect((await claimed(store.work)).conversation).toBe(c1);
    });

    it('gives a claim whose lease ran out to the next one under a higher epoch', async () => {
      const { store, advance } = await open();
      await store.work.wake(c1);
      const dead = await claimed(store.work);
      await advance(LEASE_MS);
      const next = await claimed(store.work);
      expect(next.conversation).toBe(c1);
      expect(next.epoch).toBeGreaterThan(dead.epoch);
    });

    it('says of a claim whether an earlier one ran out', async () => {
      const { store, advance } = await open();
      await store.work.wake(c1);
      expect((await claimed(store.work)).takenOver).toBe(false);
      await advance(LEASE_MS);
      const next = await claimed(store.work);
      expect(next.takenOver).toBe(true);
      await store.work.release(next, 0);
      expect((await claimed(store.work)).takenOver).toBe(false);
    });

    it('lets the epoch grow at every claim', async () => {
      const { store } = await open();
      const epochs: number[] = [];
      for (let i = 0; i < 3; i += 1) {
        await store.work.wake(c1);
        const claim = await claimed(store.work);
        epochs.push(claim.epoch);
        await store.work.release(claim);
      }
      expect(epochs).toEqual([1, 2, 3]);
    });

    it('keeps a renewed claim', async () => {
      const { store, advance } = await open();
      await store.work.wake(c1);
      const claim = await claimed(store.work);
      await advance(LEASE_MS - 2_000);
      expect(await store.work.renew(claim, LEASE_MS)).toBe(true);
      await advance(LEASE_MS - 2_000);
      expect(await store.work.claim('other', LEASE_MS)).toBeNull();
    });

    it('does not renew a claim that was taken over', async () => {
      const { store, advance } = await open();
      await store.work.wake(c1);
      const dead = await claimed(store.work);
      await advance(LEASE_MS);
      await claimed(store.work);
      expect(await store.work.renew(dead, LEASE_MS)).toBe(false);
    });

    it('does not renew a claim that was released', async () => {
      const { store } = await open();
      await store.work.wake(c1);
      const claim = await claimed(store.work);
      await store.work.release(claim);
      expect(await store.work.renew(claim, LEASE_MS)).toBe(false);
    });

    it('ignores the release of a claim that was taken over', async () => {
      const { store, advance } = await open();
      await store.work.wake(c1);
      const dead = await claimed(store.work);
      await advance(LEASE_MS);
      await claimed(store.work);
      await store.work.release(dead, 0);
      expect(await store.work.claim('third', LEASE_MS)).toBeNull();
    });

    it('says when the next conversation is or becomes due', async () => {
      const { store, now } = await open();
      const at = (await now()) + 60_000;
      await store.work.wake(c1, at + 1_000);
      await store.work.wake(c2, at);
      expect(await store.work.nextDue()).toBe(at);
    });

    it('counts the end of a lease as the next time something is due', async () => {
      const { store } = await open();
      await store.work.wake(c1);
      const claim = await claimed(store.work);
      expect(await store.work.nextDue()).toBe(claim.leaseUntil);
    });

    it.each([
      ['a wake', async (work: WorkQueue) => work.wake(c1)],
      ['a wake for later', async (work: WorkQueue) => work.wake(c1, Number.MAX_SAFE_INTEGER)],
    ])('tells listeners about %s', async (_, act) => {
      const { store } = await open();
      const heard = vi.fn<() => void>();
      store.work.onWake(heard);
      await act(store.work);
      await expect.poll(() => heard.mock.calls.length).toBeGreaterThan(0);
    });

    it('tells listeners about a wake of an append', async () => {
      const { store } = await open();
      const heard = vi.fn<() => void>();
      store.work.onWake(heard);
      await store.log.append(c1, [message('a')], { after: 0, wake: 'now' });
      await expect.poll(() => heard.mock.calls.length).toBeGreaterThan(0);
    });

    it('tells listeners when a conversation woken during its claim is released', async () => {
      const { store } = await open();
      await store.work.wake(c1);
      const claim = await claimed(store.work);
      await store.work.wake(c1);
      const heard = vi.fn<() => void>();
      store.work.onWake(heard);
      await store.work.release(claim);
      await expect.poll(() => heard.mock.calls.length).toBeGreaterThan(0);
    });

    it('goes on telling the others when one listener throws', async () => {
      const { store } = await open();
      const heard = vi.fn<() => void>();
      store.work.onWake(() => {
        throw new Error('a listener of our own is broken');
      });
      store.work.onWake(heard);
      await store.work.wake(c1);
      await expect.poll(() => heard.mock.calls.length).toBeGreaterThan(0);
    });

    it('tells a listener nothing more after it was taken off', async () => {
      const { store } = await open();
      const gone = vi.fn<() => void>();
      const heard = vi.fn<() => void>();
      const off = store.work.onWake(gone);
      store.work.onWake(heard);
      off();
      await store.work.wake(c1);
      await expect.poll(() => heard.mock.calls.length).toBeGreaterThan(0);
      expect(gone).not.toHaveBeenCalled();
    });

    it('knows who is in line: what is due and nobody works on, longest due first', async () => {
      const { store, now, advance } = await open();
      const at = await now();
      await store.work.wake(conversationId('later'), at + 3_600_000);
      for (const [id, wokenAt] of [
        ['third', 3],
        ['first', 1],
        ['second', 2],
        ['fourth', 4],
      ] as const) {
        await store.work.wake(conversationId(id), wokenAt);
      }
      await advance(1);
      await store.work.claim('w', 60_000);
      expect(await store.work.line(10)).toEqual(['second', 'third', 'fourth']);
      expect(await store.work.line(2)).toEqual(['second', 'third']);
    });
  });
}
