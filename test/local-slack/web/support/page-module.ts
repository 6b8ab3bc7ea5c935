/**
 * A module of the page that needs no page: the parsers are tested where they can be tested quickly. `T` is what the test
 * uses of it; the page's own types are in its comments.
 */
export async function loadPageModule<T>(path: string): Promise<T> {
  const address = new URL(`../../../../src/local-slack/web/${path}`, import.meta.url).href;
  const loaded: T = await import(address);
  return loaded;
}
