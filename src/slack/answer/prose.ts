import { makeProseDefuser, type ProseDefuser } from '../../domain/text/prose.ts';
import { makePictureDefuser } from './pictures.ts';

/**
 * A model's prose as it may stand in Slack: no mentions, no links under a false name, no pictures. For a stream: half
 * of a character at the end of a piece waits for its other half, or it would arrive as neither.
 */
export function makeHarmlessProse(): ProseDefuser {
  const words = makeProseDefuser();
  const pictures = makePictureDefuser();
  let half = '';
  return {
    push(chunk) {
      const text = half + chunk;
      half = HALF_AT_END.exec(text)?.[0] ?? '';
      return pictures.push(words.push(text.slice(0, text.length - half.length)));
    },
    end: () => pictures.push(words.push(half) + words.end()) + pictures.end(),
  };
}

/** The first unit of a character that takes two. */
const HALF_AT_END = /[\ud800-\udbff]$/;

/** The same for a whole text. */
export function harmlessProse(text: string): string {
  const prose = makeHarmlessProse();
  return prose.push(text) + prose.end();
}
