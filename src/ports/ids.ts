/** Fresh identifiers. Every one is unpredictable (at least 122 random bits). */
export interface Ids {
  /** A dashed UUID. */
  uuid(): string;
  /** 128 random bits, base64url. */
  token(): string;
}
