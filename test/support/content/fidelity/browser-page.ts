import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';

/** What a browser shows of the content of a page, and everything that the page says anywhere. */
export interface BrowserPage {
  readonly text: string;
  /** The text without line numbers of code, paths above the title and rows of links around the content. */
  readonly ownText: string;
  readonly whole: string;
}

const SCRIPT = readFileSync('test/support/content/fidelity/in-browser.js', 'utf8');

/** Reads a page that is open, without its landmarks, links to neighbours and lists of links within it. */
export async function readInBrowser(page: Page): Promise<BrowserPage> {
  return (await page.evaluate(SCRIPT)) as BrowserPage;
}
