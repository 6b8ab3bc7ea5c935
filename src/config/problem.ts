/** Configuration that cannot be used. The message names the key and what is wrong with it, never a value. */
export class ConfigProblem extends Error {
  override readonly name = 'ConfigProblem';
}

/** sysexits' EX_CONFIG: the process manager should not restart what cannot start. */
export const EXIT_CONFIG = 78;
