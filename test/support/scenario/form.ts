import type { SeenView } from '../slack/people.ts';
import { textOfBlocks } from './shown-text.ts';

/** The block id of the form's input whose label says this. */
export function inputLabelled({ view }: SeenView, label: string): string {
  const found = view.blocks.find((block) => block.type === 'input' && textOfBlocks(block['label']).includes(label));
  if (found?.block_id === undefined) throw new Error(`The form has no input labelled “${label}”`);
  return found.block_id;
}
