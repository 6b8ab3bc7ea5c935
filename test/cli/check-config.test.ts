import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkConfig } from '../../src/cli/check-config.ts';
import { readEnvironment } from '../../src/config/environment.ts';
import { complaintOf } from '../../src/errors.ts';
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

/** A folder with this configuration, and an environment with these keys of providers. */
function installation(keys: Readonly<Record<string, string>>, config = CONFIG) {
  const cwd = temporaryDirectory();
  const [file, keysFile] = [join(cwd, 'countersign.yaml'), join(cwd, 'keys.json')];
  writeFileSync(file, config);
  writeFileSync(keysFile, JSON.stringify(generateKey(new Date())), { mode: 0o600 });
  const places = { COUNTERSIGN_CONFIG: file, COUNTERSIGN_KEYS_FILE: keysFile };
  return { cwd, env: { SLACK_BOT_TOKEN: 'xoxb-1', SLACK_APP_TOKEN: 'xapp-1', ...places, ...keys } };
}

/** What check-config ends with where it finds something to mend. */
async function complaint(keys: Readonly<Record<string, string>>, config = CONFIG) {
  const environment = readEnvironment(installation(keys, config).env);
  return complaintOf(await checkConfig(environment, () => undefined).catch((error: unknown) => error));
}

const ALL_KEYS = { ANTHROPIC_API_KEY: 'sk-ant-secret-1', OPENAI_API_KEY: 'sk-openai-secret-2' };

describe('check-config', () => {
  it('says what becomes of every tool for every agent, and prints no key', async () => {
    const { code, out, err } = await runCommand(['check-config'], installation(ALL_KEYS));
    expect([code, err]).toEqual([0, '']);
    expect(out).not.toMatch(/secret-[12]/);
    const [, ofDefault = '', ofLegal = ''] = out.split('# tools');
    expect(ofDefault).toContain('web.fetch: ask the requester; needs arbitrary-egress; effect read');
    expect(ofLegal).toMatch(/^ of legal, with openai\/gpt-5\n/);
    expect(ofLegal).toContain('files.read: deny');
    expect(ofLegal).not.toContain('web.fetch');
  });

  it('names the agent whose model has no key', async () => {
    expect(await complaint({ ANTHROPIC_API_KEY: 'sk-ant-secret-1' })).toEqual({
      line: 'personas.legal: agent.model openai/gpt-5 needs OPENAI_API_KEY',
      exitCode: 78,
    });
  });

  it('names the default model where that is what lacks a key', async () => {
    expect(await complaint({ OPENAI_API_KEY: 'sk-openai-secret-2' })).toEqual({
      line: 'agent.model anthropic/claude-sonnet-4-5 needs ANTHROPIC_API_KEY',
      exitCode: 78,
    });
  });

  it('names the agent whose model is of no provider', async () => {
    expect(await complaint(ALL_KEYS, CONFIG.replace('openai/gpt-5', 'mistral/large'))).toEqual({
      line: expect.stringContaining('personas.legal.agent.model: expected provider/model'),
      exitCode: 78,
    });
  });
});
