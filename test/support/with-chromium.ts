import { expect, it } from 'vitest';
import { findChromium } from './chromium.ts';

/**
 * Tests that need a browser, inside a `describe`. Without one there is one loud line and one test that says so; where a
 * browser is required (`CI` or `REQUIRE_BROWSER` is set) that test fails.
 */
export function withChromium(tests: (path: string) => void): void {
  const chromium = findChromium();
  if (chromium.kind === 'present') {
    tests(chromium.path);
    return;
  }
  it('no Chromium here: browser tests not run', () => {
    console.warn('NO CHROMIUM HERE: browser tests not run. Set CHROMIUM_PATH to run them.');
    expect(chromium.required, 'a browser is required here').toBe(false);
  });
}
