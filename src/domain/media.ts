/** What a tool brought that is no text, by reference: its bytes are kept beside the log, and found and checked by hash. */
export interface Media {
  readonly mediaType: string;
  /** Bytes. */
  readonly size: number;
  /** Of the bytes, in base64url. */
  readonly sha256: string;
}
