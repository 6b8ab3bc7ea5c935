import { makeProseDefuser, type ProseDefuser } from '../../domain/text/prose.ts';
import { makePictureDefuser } from './pictures.ts';

/** A model's prose as it may stand in Slack: no mentions, no links under a false name, no pictures. For a stream. */
export function makeHarmlessProse(): ProseDefuser {
  const words = makeProseDefuser();
  const pictures = makePictureDefuser();
  return {
    push: (chunk) => pictures.push(words.push(chunk)),
    end: () => pictures.push(words.end()) + pictures.end(),
  };
}

/** The same for a whole text. */
export function harmlessProse(text: string): string {
  const prose = makeHarmlessProse();
  return prose.push(text) + prose.end();
}
