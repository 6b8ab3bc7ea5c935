const surrogateAt = (text: string, index: number, low: boolean): boolean => {
  const unit = text.charCodeAt(index);
  return low ? unit >= 0xdc00 && unit <= 0xdfff : unit >= 0xd800 && unit <= 0xdbff;
};

/** Head and tail of a text with what was left out named between them. Never cuts a surrogate pair. */
export function clipText(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const half = Math.max(0, Math.floor(limit / 2));
  const head = surrogateAt(text, half - 1, false) ? half - 1 : half;
  const from = text.length - half;
  const tail = surrogateAt(text, from, true) ? from + 1 : from;
  return `${text.slice(0, head)}\n[… ${tail - head} characters left out …]\n${text.slice(tail)}`;
}
