import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { generateKey } from '../../src/platform/keyring.ts';
import { runCommand } from '../support/cli.ts';
import { temporaryDirectory } from '../support/store-sqlite.ts';

const CONFIG = `
agent: { model: anthropic/claude-sonnet-4-5 }
tools: { builtin: [http, files], files: { root: files } }
policy: { default: ask }
personas:
  legal:
    agent: { model: openai/gpt-5 }
    tools: [files.*]
    policy: { default: deny }
`;

/** What check-config says to this configuration with these keys of providers. */
async function check(keys: Readonly<Record<string, string>>, config = CONFIG) {
  const cwd = temporaryDirectory();
  writeFileSync(join(cwd, 'countersign.yaml'), config);
  writeFileSync(join(cwd, 'keys.json'), JSON.stringify(generateKey(new Date())), { mode: 0o600 });
  const env = { SLACK_BOT_TOKEN: 'xoxb-1', SLACK_APP_TOKEN: 'xapp-1', COUNTERSIGN_KEYS_FILE: 'keys.json', ...keys };
  return await runCommand(['check-config'], { cwd, env });
}

const ALL_KEYS = { ANTHROPIC_API_KEY: 'sk-ant-secret-1', OPENAI_API_KEY: 'sk-openai-secret-2' };

describe('check-config', () => {
  it('says what becomes of every tool for every agent, and prints no key', async () => {
    const { code, out, err } = await check(ALL_KEYS);
    expect([code, err]).toEqual([0, '']);
    expect(out).not.toMatch(/secret-[12]/);
    const [, ofDefault = '', ofLegal = ''] = out.split('# tools');
    expect(ofDefault).toContain('web.fetch: ask the requester; needs arbitrary-egress; effect read');
    expect(ofLegal).toMatch(/^ of legal, with openai\/gpt-5\n/);
    expect(ofLegal).toContain('files.read: deny');
    expect(ofLegal).not.toContain('web.fetch');
  });

  it('names the agent whose model has no key', async () => {
    const { code, err } = await check({ ANTHROPIC_API_KEY: 'sk-ant-secret-1' });
    expect([code, err]).toEqual([78, 'countersign: personas.legal: agent.model openai/gpt-5 needs OPENAI_API_KEY\n']);
  });

  it('names the default model where that is what lacks a key', async () => {
    const { code, err } = await check({ OPENAI_API_KEY: 'sk-openai-secret-2' });
    expect([code, err]).toEqual([78, 'countersign: agent.model anthropic/claude-sonnet-4-5 needs ANTHROPIC_API_KEY\n']);
  });

  it('names the agent whose model is of no provider', async () => {
    const { code, err } = await check(ALL_KEYS, CONFIG.replace('openai/gpt-5', 'mistral/large'));
    expect(code).toBe(78);
    expect(err).toContain('personas.legal.agent.model: expected provider/model');
  });
});
