const LENGTH_BYTES = 4;
const ABSENT = 0xffffffff;

/** What signed bytes were made of, read back: the domain tag, then the fields in their order. */
export function signedFields(bytes: Uint8Array): readonly (string | null)[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const fields: (string | null)[] = [];
  let offset = 0;
  while (offset < bytes.length) {
    const length = view.getUint32(offset);
    offset += LENGTH_BYTES;
    const text = length === ABSENT ? null : new TextDecoder().decode(bytes.subarray(offset, offset + length));
    fields.push(text);
    offset += length === ABSENT ? 0 : length;
  }
  return fields;
}
