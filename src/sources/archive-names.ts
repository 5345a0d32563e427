/** Recognises exports of platforms by the names of their files. */

import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { listNames } from '../core/files.js';
import { lastName } from '../core/paths.js';
import { readStart } from './read-start.js';

/** Folders that are searched for pages of an export. */
const MAX_FOLDERS = 20;

/** Medium's names of exported files. */
const MEDIUM_POST = /^(?:draft_|\d{4}-\d{2}-\d{2}_).+-+[0-9a-f]{8,12}\.html$/i;

/** Substack's names: the number of the post, and its slug. */
const SUBSTACK_POST = /^\d{3,}\.[^/]+\.html$/;

/** Notion ends the name of each page with its id. */
const NOTION_PAGE = /(?:^|[ -])[0-9a-f]{32}\.(?:md|markdown|html)$/i;

/** Each page is an article, after a long style sheet. */
const NOTION_ARTICLE = /<article id="[0-9a-f-]{32,36}" class="page\b/;
const NOTION_BYTES = 200_000;

/** The table of a Substack archive, the only place that records who may read what. */
export const SUBSTACK_TABLE = 'posts.csv';

/** True for the file of a draft in an export of Medium. */
export function isMediumDraft(file: string, text: string): boolean {
  return /^draft_/i.test(lastName(file)) && isMediumPost(text);
}

/** True for the text of a post exported from Medium. */
export function isMediumPost(text: string): boolean {
  return /\bh-entry\b/.test(text) && /Exported from (?:<a\b[^>]*>\s*)?Medium\b/.test(text);
}

/** True for a file named like a Substack post, in a folder of the archive's layout. */
export function isSubstackName(path: string): boolean {
  return SUBSTACK_POST.test(lastName(path));
}

/** True for the name of a page exported from Notion. */
export function isNotionName(path: string): boolean {
  return NOTION_PAGE.test(lastName(path));
}

/** True for an export of Notion as HTML: pages are at its top or one folder below. */
export function isNotionSite(root: string): boolean {
  const names = listNames(root);
  const folders = names.filter((name) => !/\.\w{1,5}$/.test(name)).slice(0, MAX_FOLDERS);
  return ['', ...folders].some((folder) => {
    const inside = folder === '' ? names : listNames(join(root, folder));
    const page = inside.find((name) => name.toLowerCase().endsWith('.html') && isNotionName(name));
    return page !== undefined && NOTION_ARTICLE.test(readStart(join(root, folder, page), NOTION_BYTES));
  });
}

/** True for the archive of a platform that exports each post as a bare HTML file. */
export function isPlatformArchive(root: string): boolean {
  if (isNotionSite(root)) return true;
  const folders = [join(root, 'posts'), root];
  const names = folders.flatMap(listNames);
  const hasTable = existsSync(join(root, SUBSTACK_TABLE)) || existsSync(join(root, '..', SUBSTACK_TABLE));
  return names.some((name) => MEDIUM_POST.test(name) || (hasTable && SUBSTACK_POST.test(name)));
}

/** The kind of a compressed file, by its first bytes. */
export function archiveKind(path: string): 'zip' | 'gzip' | undefined {
  if (statSync(path, { throwIfNoEntry: false })?.isFile() !== true) return undefined;
  const start = readStart(path, 4, 'latin1');
  if (start.startsWith('PK\u0003\u0004')) return 'zip';
  return start.startsWith('\u001f\u008b') ? 'gzip' : undefined;
}
