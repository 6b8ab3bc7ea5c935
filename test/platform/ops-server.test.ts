import { describe, expect, it, onTestFinished } from 'vitest';
import { type OpsServerParts, startOpsServer } from '../../src/platform/ops-server.ts';

const LOOPBACK = '127.0.0.1';

async function serve(parts: Partial<OpsServerParts> = {}): Promise<string> {
  const server = await startOpsServer({
    host: LOOPBACK,
    port: 0,
    readiness: async () => ({ ready: true, checks: [{ name: 'store', holds: true }] }),
    figures: async () => ({ contentType: 'text/plain; version=0.0.4', text: 'turns 1\n' }),
    ...parts,
  });
  onTestFinished(() => server.close());
  return `http://${LOOPBACK}:${server.port}`;
}

describe('the ops server', () => {
  it('says that the process is alive', async () => {
    const response = await fetch(`${await serve()}/livez`);
    expect([response.status, await response.text()]).toEqual([200, 'alive\n']);
  });

  it.each([
    [true, 200],
    [false, 503],
  ])('answers whether the process is ready (%s) with %i and what holds', async (ready, status) => {
    const url = await serve({ readiness: async () => ({ ready, checks: [{ name: 'store', holds: ready }] }) });
    const response = await fetch(`${url}/readyz`);
    expect(response.status).toBe(status);
    expect(await response.json()).toEqual({ ready, checks: { store: ready } });
  });

  it('gives the figures in the form a scraper expects', async () => {
    const response = await fetch(`${await serve()}/metrics`);
    expect(response.headers.get('content-type')).toBe('text/plain; version=0.0.4');
    expect(await response.text()).toBe('turns 1\n');
  });

  it('does not tell why figures could not be had', async () => {
    const url = await serve({ figures: () => Promise.reject(new Error('postgresql://user:password@host')) });
    const response = await fetch(`${url}/metrics`);
    expect([response.status, await response.text()]).toEqual([500, 'failed\n']);
  });

  it.each([
    ['GET', '/', 404],
    ['GET', '/livez/more', 404],
    ['POST', '/livez', 405],
    ['DELETE', '/metrics', 405],
  ])('answers %s %s with %i', async (method, path, status) => {
    expect((await fetch(`${await serve()}${path}`, { method })).status).toBe(status);
  });

  it('rejects when its port is taken', async () => {
    const port = Number(new URL(await serve()).port);
    await expect(serve({ port })).rejects.toMatchObject({ code: 'EADDRINUSE' });
  });
});
