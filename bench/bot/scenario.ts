/** The one story every contestant plays: a question, one tool, a scripted model, the same words. */
export const toolName = 'send_mail';
export const toolDescription = 'Sends a mail.';
export const toolArguments = { to: 'ops@example.com', subject: 'Restart web-3', body: 'x'.repeat(400), priority: 2 };
export const toolAnswer = '{"ok":true,"id":"m1"}';
export const question = 'Tell ops that web-3 needs a restart.';
export const finalText = 'Done. The message went out to ops.';

/** Pieces of a streamed answer. */
export const deltas = (count: number): readonly string[] => Array.from({ length: count }, (_, i) => `tok${i} `);

/** How many pieces the answer has whose pieces are timed. */
export const MANY_DELTAS = 2_000;

/** An earlier conversation: questions and answers in turn, some 200 characters each. */
export const history = (count: number): readonly { readonly role: 'user' | 'assistant'; readonly text: string }[] =>
  Array.from({ length: count }, (_, i) =>
    i % 2 === 0
      ? { role: 'user', text: `question ${i} ${'y'.repeat(200)}` }
      : { role: 'assistant', text: `answer ${i} ${'y'.repeat(200)}` },
  );

export const HISTORY_MESSAGES = 200;

/** How often a model asks again for what a person denied. */
export const REISSUES = 12;

/** What a contestant throws when it did something else than it was to be timed for. */
export class WrongOutcome extends Error {
  override readonly name = 'WrongOutcome';
}

export function expectEqual(found: unknown, wanted: unknown, what: string): void {
  if (found !== wanted) throw new WrongOutcome(`${what}: ${String(found)} instead of ${String(wanted)}`);
}
