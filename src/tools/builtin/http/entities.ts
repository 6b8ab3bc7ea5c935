/** The entities that stand in ordinary pages; others stay as they are written. */
const NAMED: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
  ['nbsp', ' '],
  ['copy', '©'],
  ['reg', '®'],
  ['trade', '™'],
  ['hellip', '…'],
  ['ndash', '–'],
  ['mdash', '—'],
  ['lsquo', '‘'],
  ['rsquo', '’'],
  ['ldquo', '“'],
  ['rdquo', '”'],
  ['laquo', '«'],
  ['raquo', '»'],
  ['bull', '•'],
  ['middot', '·'],
  ['euro', '€'],
  ['pound', '£'],
  ['yen', '¥'],
  ['cent', '¢'],
  ['deg', '°'],
  ['times', '×'],
]);

const MAX_CODE_POINT = 0x10ffff;

/** Replaces HTML's character references by what they stand for. */
export function decodeEntities(text: string): string {
  return text.replace(/&(?:#(\d{1,8})|#x([0-9a-f]{1,6})|([a-z]{2,8}));/gi, (whole, decimal, hex, name) => {
    if (typeof name === 'string') return NAMED.get(name) ?? whole;
    const code = typeof hex === 'string' ? Number.parseInt(hex, 16) : Number(decimal);
    const isCharacter = code > 0 && code <= MAX_CODE_POINT && !(code >= 0xd800 && code <= 0xdfff);
    return isCharacter ? String.fromCodePoint(code) : '\ufffd';
  });
}
