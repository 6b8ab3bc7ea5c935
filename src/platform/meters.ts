import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** From what a fast disk takes to what people give up on. */
const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
/** From a press without reading to the next morning. */
const WAIT_SECONDS = [1, 3, 10, 30, 60, 300, 900, 3_600, 14_400, 43_200, 86_400];

export type Meters = ReturnType<typeof makeMeters>;

/**
 * Everything that is measured about one process, with Node's own figures (memory, event loop, garbage collection).
 * Labels take words of ours and Slack's method names only: never a person, a channel, a conversation or a tool.
 */
export function makeMeters() {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const counter = <L extends string>(name: string, help: string, labelNames: readonly L[] = []) =>
    new Counter({ name: `countersign_${name}`, help, labelNames: [...labelNames], registers });
  const histogram = <L extends string>(name: string, help: string, buckets: number[], labelNames: readonly L[] = []) =>
    new Histogram({ name: `countersign_${name}`, help, buckets, labelNames: [...labelNames], registers });
  const gauge = (name: string, help: string) => new Gauge({ name: `countersign_${name}`, help, registers });
  return {
    text: (): Promise<string> => registry.metrics(),
    contentType: Registry.PROMETHEUS_CONTENT_TYPE,

    decisions: counter('decisions_total', 'Decisions recorded, by what was decided.', ['decision']),
    decisionWait: histogram(
      'decision_wait_seconds',
      'From asking to the decision, where both happened in this process.',
      WAIT_SECONDS,
    ),
    clicksRefused: counter('clicks_refused_total', 'Presses of people who may not, or not like that.', ['because']),
    decisionsRejected: counter(
      'decisions_rejected_total',
      'Recorded decisions that did not verify when they were to be used.',
      ['because'],
    ),
    grantUses: counter('grant_uses_total', 'Calls that ran because of a session grant.'),
    outcomesUnknown: counter(
      'outcomes_unknown_total',
      'Calls that were started and of which nobody knows whether they ran.',
    ),
    toolCalls: counter('tool_calls_total', 'Calls that have a result, by what kind of result it is.', ['outcome']),
    turns: counter('turns_total', 'Turns that came to rest, by how.', ['end']),

    appendsRefused: counter(
      'appends_refused_total',
      'Appends the store did not take: somebody wrote first, took over, or it was too late.',
      ['because'],
    ),
    storeSeconds: histogram('store_seconds', 'How long the store took.', SECONDS, ['operation']),
    storeErrors: counter('store_errors_total', 'Operations of the store that failed.', ['operation', 'code']),
    inboxLag: gauge('inbox_lag_seconds', 'Age of the oldest thing Slack told us that is not handled.'),
    outboxItems: gauge('outbox_items', 'Things owed to Slack, due or waiting for a retry.'),
    outboxAge: gauge('outbox_age_seconds', 'How long the oldest of them has been due.'),

    slackCalls: counter('slack_calls_total', 'Web API calls, by what came of them.', ['method', 'outcome']),
    slackSeconds: histogram('slack_call_seconds', 'How long Slack took to answer.', SECONDS, ['method']),
    turnsRunning: gauge('turns_running', 'Turns that run in this process now.'),
    conversationsWaiting: gauge(
      'conversations_waiting',
      'Conversations, of all processes, that are due and that nobody works on; counted to about a thousand.',
    ),
    messagesTurnedAway: counter(
      'messages_turned_away_total',
      'Messages whose people were asked to come back, because too many conversations waited.',
    ),
    sockets: gauge('sockets', 'Sockets to Slack that are up; absent over HTTP.'),
  };
}
