import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';

const probe = readFileSync(new URL('contrast-probe.js', import.meta.url), 'utf8');

export interface Contrast {
  readonly ratio: number;
  readonly text: string;
  readonly ink: string;
  readonly ground: string;
}

/** The text on the page that is hardest to read, by WCAG's contrast ratio. Disabled controls are exempt there, and here. */
export async function leastContrast(page: Page): Promise<Contrast> {
  return page.evaluate<Contrast>(probe);
}
