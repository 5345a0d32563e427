import { isPublic } from '../../../../src/site/gate.js';
import { folderWith, NOW, readFolder } from './read-folder.js';

const NONE = { allow: [], deny: [] };

/** The public pages of a folder: their files and addresses. */
export async function publicPages(
  root: string,
  options: Readonly<Record<string, unknown>> = {},
): Promise<Readonly<Record<string, string>>> {
  const { entries } = await readFolder(root, options, 'UTC', NONE);
  const open = entries.filter((entry) => isPublic(entry, { now: NOW, visibleTypes: new Set([entry.type]) }));
  return Object.fromEntries(open.map(({ ref, url = '' }) => [ref, decodeURIComponent(url)]));
}

/** The public pages of files written for the test. */
export function pagesOf(
  files: Readonly<Record<string, string>>,
  options: Readonly<Record<string, unknown>> = {},
): Promise<Readonly<Record<string, string>>> {
  return publicPages(folderWith(files), options);
}

/** A page with this front matter, one key a line. */
export function withMatter(...lines: readonly string[]): string {
  return `---\n${['title: Tea', ...lines].join('\n')}\n---\n\nText about tea.\n`;
}
