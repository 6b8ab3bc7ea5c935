import { z } from 'zod';
import { eventually, type PersonInSlack } from '../slack/people.ts';
import { textOfBlocks } from './shown-text.ts';

const published = z.object({ id: z.string(), view: z.looseObject({ blocks: z.array(z.unknown()) }) });

/** A person's App Home as it is published for them. */
export interface SeenHome {
  readonly id: string;
  readonly text: string;
}

/** Waits until the person's App Home says this. */
export const seeHome = (person: PersonInSlack, saying: string): Promise<SeenHome> =>
  eventually(`an App Home with “${saying}”`, async () => {
    const home = published.safeParse(await person.home());
    if (!home.success) return null;
    const text = textOfBlocks(home.data.view.blocks);
    return text.includes(saying) ? { id: home.data.id, text } : null;
  });
