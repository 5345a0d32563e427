import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';

/** What a browser shows of the content of a page, and everything that the page says anywhere. */
export interface BrowserPage {
  readonly text: string;
  readonly whole: string;
}

const SCRIPT = readFileSync('test/support/fidelity/in-browser.js', 'utf8');

/** Reads a page that is open, without its landmarks, links to neighbours and lists of links within it. */
export async function readInBrowser(page: Page): Promise<BrowserPage> {
  return (await page.evaluate(SCRIPT)) as BrowserPage;
}
