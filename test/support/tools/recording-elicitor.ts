import type { AskingCall, Elicitor, PersonsAnswer, ServerQuestion } from '../../../src/ports/elicitor.ts';

/** Answers every question in the same way and keeps what it was asked. */
export function recordingElicitor(answer: PersonsAnswer | (() => Promise<PersonsAnswer>)) {
  const asked: { readonly call: AskingCall; readonly question: ServerQuestion }[] = [];
  const elicitor: Elicitor = {
    async ask(call, question) {
      asked.push({ call, question });
      return typeof answer === 'function' ? await answer() : answer;
    },
  };
  return { elicitor, asked };
}
