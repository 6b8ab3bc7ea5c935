import { z } from 'zod';

const shape = z.object({ calls: z.array(z.object({ n: z.number() })) });

/** How many Web API calls the workspace has had. */
export async function callsSoFar(workspaceUrl: string): Promise<number> {
  const { calls } = shape.parse(await (await fetch(`${workspaceUrl}/control/calls`)).json());
  return calls.at(-1)?.n ?? 0;
}
