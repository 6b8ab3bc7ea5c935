import { announced, type Rule, tagged, typed } from './rule.ts';
import { flag, text } from './values.ts';

/** https://docs.slack.dev/reference/block-kit/composition-objects/text-object */
export function plainText(max: number): Rule {
  return typed('plain_text', { text: text(max) }, { emoji: flag });
}

export function mrkdwnText(max: number): Rule {
  return typed('mrkdwn', { text: text(max, { markup: 'mrkdwn' }) }, { verbatim: flag });
}

export function eitherText(max: number): Rule {
  return announced(
    tagged(
      new Map([
        ['plain_text', plainText(max)],
        ['mrkdwn', mrkdwnText(max)],
      ]),
    ),
  );
}
