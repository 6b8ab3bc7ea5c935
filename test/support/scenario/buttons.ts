import { z } from 'zod';

const button = z.looseObject({ action_id: z.string(), value: z.string() });

/** The values of all buttons anywhere in these blocks, by action. */
export function buttonValues(blocks: unknown): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  JSON.stringify(blocks, (_, value: unknown) => {
    const read = button.safeParse(value);
    if (read.success) found.set(read.data.action_id, read.data.value);
    return value;
  });
  return found;
}
