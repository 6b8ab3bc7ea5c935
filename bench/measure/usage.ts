/** The command line asks for something that is not there. The message is for the person who typed it. */
export class UsageProblem extends Error {
  override readonly name = 'UsageProblem';
}

export function positiveNumber(text: string, option: string): number {
  const value = Number(text);
  if (Number.isFinite(value) && value > 0) return value;
  throw new UsageProblem(`--${option} takes a number above 0, not ${JSON.stringify(text)}`);
}

export function wholeNumber(text: string, option: string, least: number): number {
  const value = Number(text);
  if (Number.isSafeInteger(value) && value >= least) return value;
  throw new UsageProblem(`--${option} takes a whole number of at least ${least}, not ${JSON.stringify(text)}`);
}
