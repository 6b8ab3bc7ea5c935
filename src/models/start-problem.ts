export type StartProblemCode = 'model-unknown' | 'model-key-missing' | 'model-address-missing';

/** A model that cannot be made from its configuration. The message says what to set, and holds no value of a key. */
export class StartProblem extends Error {
  override readonly name = 'StartProblem';
  readonly code: StartProblemCode;

  constructor(code: StartProblemCode, message: string) {
    super(message);
    this.code = code;
  }
}
