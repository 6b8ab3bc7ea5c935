import { makeCardAddresses } from '../../../src/slack/delivery/context.ts';

/** For deliveries of a workspace in which nobody wants direct messages. */
export const threadsOnly = {
  links: makeCardAddresses(() => 0),
  directory: { profile: () => Promise.resolve(null), membersOfGroup: () => Promise.resolve(new Set<string>()) },
  preferences: { whoChoseDirect: () => Promise.resolve([]) },
};
