/** The beginning of a picture: enough for everybody who only looks at that. */
export const png = Uint8Array.from([137, 80, 78, 71, 13, 10, 26, 10, 1, 2, 3]);

/** A picture of so many bytes. */
export function large(size: number): Uint8Array {
  const bytes = new Uint8Array(size);
  bytes.set(png);
  return bytes;
}

export const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');
