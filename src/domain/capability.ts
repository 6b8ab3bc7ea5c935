/** Kinds of effect a tool call can have, in the order they are shown and signed. */
export const capabilities = [
  'local-read',
  'local-write',
  'fixed-connector-read',
  'arbitrary-egress',
  'mutate-external',
] as const;

export type Capability = (typeof capabilities)[number];
export type CapabilitySet = ReadonlySet<Capability>;

export const noCapabilities: CapabilitySet = new Set();
/** What a tool nobody has described needs. */
export const allCapabilities: CapabilitySet = new Set(capabilities);
/** What no tainted conversation holds by itself. */
export const lostWhileTainted: CapabilitySet = new Set<Capability>(['arbitrary-egress', 'mutate-external']);

/** Capabilities in their fixed order: one spelling for events, signatures and cards. */
export const capabilityList = (set: CapabilitySet): readonly Capability[] => capabilities.filter((c) => set.has(c));

export const minus = (a: CapabilitySet, b: CapabilitySet): CapabilitySet => new Set([...a].filter((c) => !b.has(c)));

export const union = (a: CapabilitySet, b: CapabilitySet): CapabilitySet => new Set([...a, ...b]);

export const covers = (covered: CapabilitySet, needed: CapabilitySet): boolean =>
  [...needed].every((c) => covered.has(c));

/** What may run unasked: the base, less egress and external mutation while untrusted content is in the context. */
export const granted = (base: CapabilitySet, tainted: boolean): CapabilitySet =>
  tainted ? minus(base, lostWhileTainted) : base;
