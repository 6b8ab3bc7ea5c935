import type { Capability } from '../domain/capability.ts';
import type { ClickRefusal, FailureKind, TaintSource } from '../domain/event.ts';

/** Every sentence people read that is not a whole view, by code. Nothing an exception says is ever among them. */

export const refusalWords: Readonly<Record<ClickRefusal, string>> = {
  'not-an-approver': 'You are not among the people who may decide this.',
  'requester-may-not-decide': 'This needs somebody other than the person who asked for it.',
  guest: 'Guests cannot decide this.',
  stranger: 'People from another organisation cannot decide this.',
  bot: 'Bots cannot decide this.',
  deactivated: 'This account is deactivated.',
  'other-team': 'People from another workspace cannot decide this.',
  'unknown-person': 'Slack does not know who you are, so this was not counted.',
  'lookup-failed':
    'It could not be checked whether you may decide this. Nothing was changed; please try again in a moment.',
  'already-endorsed': 'Your approval is already counted. Somebody else has to agree.',
  'may-not-remember': '“Don’t ask again” is not possible for this. You can still approve it once.',
  'may-not-edit': 'The arguments of this cannot be edited, because several people have to agree on the same thing.',
  'needs-full-view': 'Not everything fits on the card. Open “View all” and approve there, on the last page.',
  'wrong-card': 'This card does not belong to an open question. Please use the latest card in the thread.',
  'already-settled': 'This was settled before. Nothing was changed.',
  'unknown-approval': 'This question is not known any more. Nothing was changed.',
  'not-yours': 'Only the person who gave this permission, or an admin, can take it back.',
  'gave-up': 'That did not work and nothing was recorded. Please try again.',
  'place-shared':
    'This channel was opened to another organisation after this was asked. It can be denied, or asked for again.',
};

export const failureWords: Readonly<Record<FailureKind, string>> = {
  model: 'The model could not be reached or gave no usable answer.',
  'tool-errors': 'Too many tool calls failed in a row.',
  'invalid-call': 'The model asked for something that is not possible here.',
  denials: 'The same action was denied several times, so the turn was ended.',
  configuration: 'Something in the configuration does not fit. An operator has to look at it.',
  hook: 'A rule of this installation ended the turn.',
  internal: 'Something went wrong on our side.',
};

export const capabilityWords: Readonly<Record<Capability, string>> = {
  'local-read': 'reads local files',
  'local-write': 'changes local files',
  'fixed-connector-read': 'reads from a connected system',
  'arbitrary-egress': 'can send data to any address',
  'mutate-external': 'changes things in other systems',
};

export function taintWords(source: TaintSource): string {
  switch (source.kind) {
    case 'tool-result':
      return 'the result of a tool';
    case 'participant':
      return 'words of somebody the agent does not act for';
    case 'thread-history':
      return 'earlier messages of this thread';
    case 'attachment':
      return 'an attached file';
    case 'web-search':
      return 'a web search';
    case 'unreadable-history':
      return 'a history that could not be read';
  }
}

export const clickWords = {
  failed: 'That did not work and nothing was recorded. Please try again.',
  expiredTrigger: 'Slack took too long to open that. Please click again.',
  unknownApproval: 'This question is not known any more. Nothing was changed.',
  cannotEdit: 'These arguments cannot be edited in a form.',
  alreadyAnswered: 'Somebody has already answered this.',
  unknownQuestion: 'This question is not known any more. Nothing was changed.',
  nothingToRetry: 'There is nothing to try again: the conversation has moved on.',
  extended: 'More time was added.',
  rated: 'Thank you. Whoever looks after me sees it.',
  atLimit: 'This already has all the time a card can have. Please decide, or ask for it again later.',
  parked: 'A message could not be handled after several tries. Please send it again.',
  recordedLate: 'This takes longer than usual. What came of it will be said here; the card shows it too.',
  askedLate: 'This takes longer than usual. Your question shows in its thread once it is asked.',
  late: 'About the form you submitted a moment ago:',
  recorded: 'Recorded. The card shows it.',
  cannotTell: 'It could not be made sure whether that was recorded. The card shows what was; please look there first.',
} as const;

export const lineWords = {
  waits: (ahead: number): string =>
    `I am busy with other conversations. ${ahead === 0 ? 'Yours is next' : `${ahead} ${ahead === 1 ? 'waits' : 'wait'} before yours`}; I will answer here.`,
  full: 'More conversations wait for me than I get done, so I did not take this on. Please ask again in a few minutes.',
} as const;

/** Why somebody's Stop was not followed. */
export const stopRefusalWords = (refusal: ClickRefusal): string =>
  refusal === 'not-an-approver' ? 'Only people in this channel can stop this.' : refusalWords[refusal];

export const grantWords = {
  revoked: 'Taken back. You will be asked again.',
  'already-ended': 'That permission had already ended.',
  'not-yours': 'Only the person who gave this permission, or an admin, can take it back.',
  'unknown-grant': 'That permission is not known any more.',
} as const;

export const cardRouteWords = {
  thread: 'From now on cards reach you in the thread of their conversation.',
  direct: 'From now on cards that wait for you also come to you by direct message. They stay in their thread as well.',
} as const;

export const answerWords = {
  interrupted: 'This answer was interrupted. It continues below.',
  stoppedByNobody: 'Stopped.',
} as const;

/** Reasons a person can choose when denying; they reach the model as they stand here. */
export const cannedReasons: readonly string[] = [
  'Not now',
  'Not allowed by policy',
  'Wrong arguments',
  'Ask me first what I want',
  'I will do it myself',
];
