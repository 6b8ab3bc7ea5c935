/** The command line asks for something that is not there. The message is for the person who typed it. */
export class UsageProblem extends Error {
  override readonly name = 'UsageProblem';
}

export function wholeNumber(text: string, option: string, least: number): number {
  const value = Number(text);
  if (Number.isSafeInteger(value) && value >= least) return value;
  throw new UsageProblem(`--${option} takes a whole number of at least ${least}, not ${JSON.stringify(text)}`);
}
