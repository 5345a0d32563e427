import { readFileSync } from 'node:fs';
import { type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { workspace } from '../../build/workspace.js';

const CHROMIUM = '/usr/bin/chromium';
const FLAGS =
  '--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync';

/** Starts a browser without a past. */
export function startBrowser(options: BrowserContextOptions = {}): Promise<BrowserContext> {
  return chromium.launchPersistentContext(workspace(), {
    executablePath: CHROMIUM,
    ...options,
    headless: true,
    args: FLAGS.split(' '),
  });
}

interface Finding {
  readonly id: string;
  readonly impact: string;
  readonly nodes: readonly { readonly html: string }[];
}

/** What is wrong with a page for people who use assistive technology, and whether it is wider than the window. */
export async function problemsOf(page: Page): Promise<readonly string[]> {
  // Strict policies forbid scripts of others; the debugger may.
  const client = await page.context().newCDPSession(page);
  const evaluate = async (expression: string) => {
    const { result } = await client.send('Runtime.evaluate', {
      expression,
      awaitPromise: true,
      returnByValue: true,
    });
    return result.value as unknown;
  };
  await evaluate(readFileSync('node_modules/axe-core/axe.min.js', 'utf8'));
  const found = (await evaluate('axe.run(document).then((result) => result.violations)')) as Finding[];
  const width = await evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
  await client.detach();
  return [
    ...found.map(({ id, nodes }) => `${id}: ${nodes[0]?.html ?? ''}`),
    ...(Number(width) > 0 ? ['wider than the window'] : []),
  ];
}
