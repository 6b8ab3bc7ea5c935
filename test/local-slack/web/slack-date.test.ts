import { describe, expect, it } from 'vitest';
import { loadPageModule } from './support/page-module.ts';

type SlackDate = (timestamp: number, format: string, now?: number) => string;
const { slackDate } = await loadPageModule<{ slackDate: SlackDate }>('render/slack-date.js');

const noon = new Date(2026, 4, 20, 12, 30);
const seconds = noon.getTime() / 1000;
const DAY_MS = 86_400_000;

describe('a date token', () => {
  it.each([
    ['today', 0],
    ['yesterday', DAY_MS],
    ['tomorrow', -DAY_MS],
  ])('that is pretty says %s', (word, later) => {
    expect(slackDate(seconds, 'on {date_short_pretty}', noon.getTime() + later)).toBe(`on ${word}`);
  });

  it('far away is a date', () => {
    expect(slackDate(seconds, '{date_short_pretty}', noon.getTime() + 9 * DAY_MS)).toContain('2026');
  });

  it('stands beside others', () => {
    expect(slackDate(seconds, '{date_pretty} at {time}', noon.getTime())).toMatch(/^today at .*30/);
  });

  it('nobody knows stays as it is', () => {
    expect(slackDate(seconds, '{century}')).toBe('{century}');
  });
});
