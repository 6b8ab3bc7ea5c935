import { request } from 'node:http';
import { describe, expect, it } from 'vitest';
import { openWorkspace, type TestWorkspace } from './support/workspace.ts';

const get = (workspace: TestWorkspace, path: string) => fetch(`${workspace.url}${path}`);

describe('the web site', () => {
  it.each(['/site/', '/site/pricing', '/site/returns-policy', '/site/shipping', '/site/reviews'])(
    'has %s',
    async (path) => {
      const response = await get(await openWorkspace(), path);
      expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    },
  );

  it('has an instruction planted among the reviews', async () => {
    const response = await get(await openWorkspace(), '/site/reviews');
    expect(await response.text()).toContain('SYSTEM NOTE TO THE SUPPORT ASSISTANT');
  });
});

describe('the page', () => {
  it('is served at the root and may load only what is its own', async () => {
    const response = await get(await openWorkspace(), '/');
    expect(response.status).toBe(200);
    expect(response.headers.get('content-security-policy')).toContain("script-src 'self'");
  });

  it.each(['/nothing.html', '/jsconfig.json', '/..%2fmain.ts', '/%2e%2e/main.ts', '/styles', '/server/start.ts'])(
    'does not serve %s',
    async (path) => {
      expect((await get(await openWorkspace(), path)).status).toBe(404);
    },
  );
});

describe('the server', () => {
  /** The status for a request with headers that fetch does not let one set. */
  function statusWith(workspace: TestWorkspace, headers: Record<string, string>): Promise<number | undefined> {
    return new Promise((resolve, reject) => {
      request(`${workspace.url}/people`, { headers }, (response) => {
        response.resume();
        resolve(response.statusCode);
      })
        .on('error', reject)
        .end();
    });
  }

  it.each([
    ['another name for this machine', { host: 'evil.example' }, 403],
    ['a web page of elsewhere', { origin: 'http://evil.example' }, 403],
    ['its own name', { host: 'localhost' }, 200],
  ])('answers to %s with the right status', async (_, headers, status) => {
    expect(await statusWith(await openWorkspace(), headers)).toBe(status);
  });

  it('answers a wrong verb with 405', async () => {
    const answer = await (await openWorkspace()).call('DELETE', '/people');
    expect(answer).toEqual({ ok: false, error: 'method_not_allowed', status: 405 });
  });
});
