import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { beforeAll, describe, expect, it } from 'vitest';
import { readEnvironment, redacted, secretsOf } from '../../src/config/environment.ts';
import { openTracing } from '../../src/config/tracing.ts';
import { silent } from '../../src/ports/logger.ts';
import { noTraces } from '../../src/ports/tracer.ts';

const LOADING_MS = 60_000;
const root = join(import.meta.dirname, '../..');
/** Stands between what was loaded before a collector was named and what was loaded then. */
const NAMED = '--- a collector is named ---';

/** What is loaded when a bot that names no collector has opened its tracing, and then by one that names one. */
async function loaded() {
  const program = `
    import { registerHooks } from 'node:module';
    registerHooks({ load(url, context, next) { console.log(url); return next(url, context); } });
    await import('./src/start-bot.ts');
    const { openTracing } = await import('./src/config/tracing.ts');
    const { readEnvironment } = await import('./src/config/environment.ts');
    const { silent } = await import('./src/ports/logger.ts');
    await openTracing(readEnvironment({}), silent);
    console.log('${NAMED}');
    await openTracing(readEnvironment({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318' }), silent);`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], { cwd: root });
  const [before = '', after = ''] = (await text(child.stdout)).split(NAMED);
  expect(before.split('\n').length).toBeGreaterThan(100);
  return { before: openTelemetryIn(before), after: openTelemetryIn(after) };
}

/** The OpenTelemetry packages among modules, but for their words. */
function openTelemetryIn(urls: string): readonly string[] {
  const packages = [...urls.matchAll(/\/(@opentelemetry\/[^/]+)\//g)].map(([, name]) => name ?? '');
  return [...new Set(packages)].filter((name) => name !== '@opentelemetry/api').sort();
}

describe('of OpenTelemetry', () => {
  let packages: Awaited<ReturnType<typeof loaded>>;
  beforeAll(async () => {
    packages = await loaded();
  }, LOADING_MS);

  it('nothing is loaded where no collector is named', () => {
    expect(packages.before).toEqual([]);
  });

  it('the exporter is loaded where one is', () => {
    expect(packages.after).toContain('@opentelemetry/exporter-trace-otlp-http');
  });
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
