import { describe, expect, it } from 'vitest';
import { endPage, type PageEnd, pageHeaders } from '../../../src/slack/install/install-pages.ts';

const AGAIN = 'https://bot.example.com/slack/install';
const installed = { kind: 'installed', name: 'Acme', app: 'A1', team: 'T1' } as const;

describe('the page at the end of an installation', () => {
  it('leads back to Slack', () => {
    const { status, html } = endPage(installed, AGAIN);
    expect([status, html.includes('https://slack.com/app_redirect?app=A1&amp;team=T1')]).toEqual([200, true]);
  });

  it('shows the name of a workspace as text', () => {
    const { html } = endPage({ ...installed, name: '<script>"&' }, AGAIN);
    expect(html).toContain('&lt;script&gt;&quot;&amp;');
    expect(html).not.toContain('<script>');
  });

  it.each<[PageEnd, number]>([
    [{ kind: 'declined' }, 200],
    [{ kind: 'bad-state', because: 'expired' }, 400],
    [{ kind: 'refused' }, 400],
    [{ kind: 'unanswered' }, 502],
    [{ kind: 'failed' }, 500],
  ])('after %j says that nothing was installed, and how to start again', (end, expected) => {
    const { status, html } = endPage(end, AGAIN);
    expect([status, html.includes('Nothing was installed'), html.includes(AGAIN)]).toEqual([expected, true, true]);
  });

  it('runs nothing, is kept nowhere and tells nobody its address', () => {
    expect(pageHeaders).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
    expect(pageHeaders['content-security-policy']).toContain("default-src 'none'");
  });
});
