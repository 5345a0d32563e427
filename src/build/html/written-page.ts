import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../../config/config.js';
import type { IndexEntry } from '../../site/entry.js';
import type { HtmlPage } from './html-run.js';
import type { HtmlWork } from './start-html.js';

/** Finds the pages of entries in a finished build; undefined for an entry without one, or whose page is gone. */
export function writtenPages(
  html: HtmlWork | undefined,
  { out, siteDir }: Pick<Config, 'out' | 'siteDir'>,
): (entry: IndexEntry) => HtmlPage | undefined {
  const root = html?.inPlace === undefined ? out : siteDir;
  const run = html?.run;
  return (entry) => {
    const file = run?.fileOf(entry);
    if (file === undefined || root === undefined) return undefined;
    try {
      return { file, bytes: readFileSync(join(root, file)) };
    } catch {
      return undefined;
    }
  };
}
