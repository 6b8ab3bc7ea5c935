/** Slack's `ts`: seconds and microseconds. Here no two are ever equal, in whatever channel. */
export type Timestamps = () => string;

export function makeTimestamps(now: () => number): Timestamps {
  let lastMicros = 0;
  return () => {
    lastMicros = Math.max(now() * 1_000, lastMicros + 1);
    const seconds = Math.floor(lastMicros / 1_000_000);
    return `${seconds}.${String(lastMicros % 1_000_000).padStart(6, '0')}`;
  };
}
