import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { readEnvironment, redacted, secretsOf } from '../../src/config/environment.ts';
import { openTracing } from '../../src/config/tracing.ts';
import { silent } from '../../src/ports/logger.ts';
import { noTraces } from '../../src/ports/tracer.ts';

const LOADING_MS = 60_000;
const root = join(import.meta.dirname, '../..');

/** The OpenTelemetry packages, but for their words, that a process has loaded once tracing is as the environment wants it. */
async function loadedWith(endpoint: string): Promise<readonly string[]> {
  const program = `
    import { registerHooks } from 'node:module';
    registerHooks({ load(url, context, next) { console.log(url); return next(url, context); } });
    await import('./src/start-bot.ts');
    const { openTracing } = await import('./src/config/tracing.ts');
    const { readEnvironment } = await import('./src/config/environment.ts');
    const { silent } = await import('./src/ports/logger.ts');
    await openTracing(readEnvironment({ OTEL_EXPORTER_OTLP_ENDPOINT: '${endpoint}' }), silent);`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], { cwd: root });
  const urls = (await text(child.stdout)).split('\n');
  expect(urls.length).toBeGreaterThan(100);
  const packages = urls.flatMap((url) => /\/(@opentelemetry\/[^/]+)\//.exec(url)?.[1] ?? []);
  return [...new Set(packages)].filter((name) => name !== '@opentelemetry/api').sort();
}

it('nothing of OpenTelemetry is loaded where no collector is named', { timeout: LOADING_MS }, async () => {
  expect(await loadedWith('')).toEqual([]);
});

it('the exporter is loaded where one is', { timeout: LOADING_MS }, async () => {
  expect(await loadedWith('http://127.0.0.1:4318')).toContain('@opentelemetry/exporter-trace-otlp-http');
});

it('without a collector, tracing is the port’s own nothing', async () => {
  expect((await openTracing(readEnvironment({}), silent)).tracer).toBe(noTraces);
});

it.each([
  { OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' },
  { OTEL_EXPORTER_OTLP_ENDPOINT: 'ftp://collector' },
  { OTEL_TRACES_SAMPLER_ARG: '2' },
  { OTEL_TRACES_SAMPLER_ARG: 'all' },
])('a setting that cannot be followed is named: %j', (env) => {
  expect(() => readEnvironment(env)).toThrow(Object.keys(env)[0]);
});

it('the collector’s headers are a secret', () => {
  const environment = readEnvironment({ OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20canary' });
  expect(secretsOf(environment)).toContain('authorization=Bearer%20canary');
  // By itself it is as secret.
  expect(secretsOf(environment)).toContain('canary');
  expect(JSON.stringify(redacted(environment))).not.toContain('canary');
});
