import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, dirname, join, posix } from 'node:path';
import type { ContentEntry, ContentStore } from '../../../build/content/port.js';
import { hashId } from '../../../core/hash.js';
import { countBy } from '../../../core/multimap.js';
import { decodePercent } from '../../../core/percent.js';
import { slugify } from '../../../sources/names.js';
import { bodyJob } from '../body-jobs/body-job.js';
import type { ContentFolder } from './entry-file.js';
import { type EntryFields, fieldChanges } from './fields.js';
import { guardWhole, joinFile, type StoredFile, type StoredFrontMatter, splitFile } from './stored-file.js';
import { editFrontMatter } from './yaml-edit.js';

/** A new entry, before it has a file. */
interface NewEntry {
  readonly type: string;
  /** Empty to derive it from the title. */
  readonly slug: string;
  readonly content: string;
  /** Unix seconds. */
  readonly now: number;
  readonly fields: EntryFields & { readonly title: string };
}

/** A new entry with its file. */
interface PlannedFile {
  readonly id: number;
  /** Path below the folder's root, with `/`. */
  readonly key: string;
  readonly text: string;
}

/**
 * Determines the location and content of a new entry's file, following the existing entries of its type.
 * @param source index of the folder in the configuration
 * @throws AbilityError `svc_file_encoding`, `svc_too_large`
 */
export async function planEntry(
  store: ContentStore,
  source: number,
  folder: ContentFolder,
  entry: NewEntry,
): Promise<PlannedFile> {
  const siblings = siblingsOf(store, source, entry.type);
  const { key, slug } = freeKey(store, folder, siblings, entry);
  const id = freeId(store, key);
  const { blank, example } = await blankLike(folder, siblings.at(-1));
  const url = folder.rules.isLibrary ? addressLike(example, slug, entry.now) : undefined;
  // The file name contains the slug where possible.
  const { slug: _, ...fields }: EntryFields = { ...entry.fields, id, ...(url !== undefined && { url }) };
  const { content } = entry;
  const around = { body: blank.body, eol: blank.eol };
  const body = await bodyJob('newBody', content.length, [key, content, around]);
  const write = (more: EntryFields) => {
    const changes = fieldChanges({ ...fields, ...more }, blank.data, folder.rules);
    const file = editFrontMatter(blank, changes, key);
    return joinFile({ ...file, body });
  };
  // Values that follow from the file's location aren't written.
  const read = folder.entryOf(key, write({}))?.entry;
  const text = write({
    ...(read?.type !== entry.type && { type: entry.type }),
    ...(read?.slug !== slug && { slug }),
  });
  guardWhole({ key, folder }, splitFile(Buffer.from(text), key));
  return { id, key, text };
}

/** Returns the entries of the type in the folder, the latest one last. */
function siblingsOf(store: ContentStore, source: number, type: string): readonly ContentEntry[] {
  const found: ContentEntry[] = [];
  for (const entry of store.entries()) if (entry.source === source && entry.type === type) found.push(entry);
  return found.sort((a, b) => (a.published ?? 0) - (b.published ?? 0) || a.id - b.id);
}

/** Returns an unused file name and its slug. */
function freeKey(
  store: ContentStore,
  folder: ContentFolder,
  siblings: readonly ContentEntry[],
  entry: NewEntry,
): { readonly key: string; readonly slug: string } {
  const { authoring, isLibrary } = folder.rules;
  const names = siblings.map(({ key }) => basename(key));
  const most = (test: RegExp) => names.filter((name) => test.test(name)).length * 2 > names.length;
  const isDatedPost = authoring.hasDatedPosts === true && entry.type === 'post';
  const isBundle = !isDatedPost && entry.type !== 'page' && most(/^index\./);
  const isDated = isDatedPost || (entry.type === 'post' && (most(/^\d{4}-\d{2}-\d{2}-/) || isNewLibrary()));
  const extension = most(/\.html?$/i) ? '.html' : '.md';
  const day = new Date(entry.now * 1000).toISOString().slice(0, 10);
  const place = isBundle ? bundleFolder(siblings) : folderFor(folder, siblings, entry.type);
  const like = siblings.at(-1);
  const isTaken = (slug: string) =>
    siblings.some(({ url }) => lastPart(url) === slug) ||
    // Entries of other types may have addresses of the same form.
    (like !== undefined && freeSlug(store, { id: 0, url: like.url }, slug) !== slug);
  for (let number = 1; ; number += 1) {
    const slug = `${slugOf(entry)}${number === 1 ? '' : `-${number}`}`;
    const name = isBundle ? `${slug}/index${extension}` : `${isDated ? `${day}-` : ''}${slug}${extension}`;
    const key = posix.join(place, name);
    const isFree = !existsSync(join(folder.root, isBundle ? dirname(key) : key));
    if (isFree && !isTaken(slug)) return { key, slug };
  }

  function isNewLibrary(): boolean {
    return isLibrary && names.length === 0;
  }
}

function lastPart(url: string): string {
  return decodePercent(/([^/]*)\/?$/.exec(url)?.[1] ?? '');
}

/**
 * Returns a slug with which an entry doesn't take the address of another one, with a number if necessary.
 * @param entry that gets the slug
 */
export function freeSlug(
  store: ContentStore,
  { id, url }: Pick<ContentEntry, 'id' | 'url'>,
  slug: string,
): string {
  const taken = new Set<string>();
  for (const other of store.entries()) if (other.id !== id) taken.add(other.url);
  const place = url.replace(/[^/]*\/?$/, '');
  const ending = /(?:\.html?)?\/?$/i.exec(url)?.[0] ?? '';
  for (let number = 1; ; number += 1) {
    const free = number === 1 ? slug : `${slug}-${number}`;
    if (!taken.has(`${place}${encodeURIComponent(free)}${ending}`)) return free;
  }
}

function bundleFolder(siblings: readonly ContentEntry[]): string {
  return mostFrequent(siblings.map(({ key }) => posix.dirname(posix.dirname(key)))) ?? '';
}

/** Returns the folder of most entries of the type; for pages, the topmost folder of any of them. */
function folderFor(folder: ContentFolder, siblings: readonly ContentEntry[], type: string): string {
  const folders = siblings
    .filter(({ key }) => !/(?:^|\/)_?index\.[^/]*$/.test(key))
    .map(({ key }) => posix.dirname(key))
    .filter((one) => !one.split('/').includes('_drafts'));
  const found = type === 'page' ? shallowest(folders) : mostFrequent(folders);
  return found ?? posix.join(folder.layout.bases[0]?.folder ?? '', firstFolder(folder, type));
}

function firstFolder(folder: ContentFolder, type: string): string {
  const { authoring, isLibrary } = folder.rules;
  if (type === 'page') return isLibrary ? 'pages' : '';
  if (type !== 'post') return slugify(type);
  return authoring.postFolder ?? 'posts';
}

function mostFrequent(names: readonly string[]): string | undefined {
  return [...countBy(names, (name) => name)].sort((a, b) => b[1] - a[1])[0]?.[0];
}

function shallowest(names: readonly string[]): string | undefined {
  return [...names].sort((a, b) => a.split('/').length - b.split('/').length || (a < b ? -1 : 1))[0];
}

/** Maximum length of a slug. The name of a file also has a date, a number and an extension. */
const MAX_SLUG = 100;
const MAX_SLUG_BYTES = 200;

/** Returns the slug of a text, short enough for the name of a file in every script. */
export function shortSlug(text: string): string {
  const letters = [...slugify(text.slice(0, 1000))].slice(0, MAX_SLUG);
  while (Buffer.byteLength(letters.join('')) > MAX_SLUG_BYTES) letters.pop();
  return letters.join('').replace(/-+$/, '');
}

function slugOf({ slug, fields: { title } }: NewEntry): string {
  const made = shortSlug(slug) || shortSlug(title);
  // A file name that begins like a date would set the date of the page.
  return made === '' ? 'untitled' : made.replace(/^(\d{4}-\d{1,2}-\d{1,2}-)/, 'on-$1');
}

/** Returns the id that the file would get without an explicit one, so that it is as stable as those of other files. */
function freeId(store: ContentStore, key: string): number {
  for (let number = 0; ; number += 1) {
    const id = hashId(number === 0 ? key : `${key}\n${number}`);
    if (store.find(id) === undefined) return id;
  }
}

/** Returns the address of another entry with a new slug and date; undefined if it doesn't contain its slug. */
function addressLike(
  { slug: other, url, date }: StoredFile['data'],
  slug: string,
  now: number,
): string | undefined {
  if (typeof url !== 'string' || typeof other !== 'string' || other === '') return undefined;
  const parts = url.split('/');
  const at = parts.lastIndexOf(other);
  if (at === -1) return undefined;
  const days = [String(date).slice(0, 10), new Date(now * 1000).toISOString().slice(0, 10)];
  const [before = [], after = []] = days.map((day) => day.split('-'));
  const place = parts.findIndex((part, index) => part === before[0] && parts[index + 1] === before[1]);
  const replaced = parts.map((part, index) => {
    if (index === at) return slug;
    const piece = index - place;
    const isDate = place !== -1 && piece >= 0 && piece < 3 && part === before[piece];
    return isDate ? (after[piece] ?? part) : part;
  });
  return replaced.join('/');
}

/** Returns an empty file with the front matter format and line ends of another one, and that file's data. */
async function blankLike(
  folder: ContentFolder,
  sibling: ContentEntry | undefined,
): Promise<{ readonly blank: StoredFile; readonly example: StoredFile['data'] }> {
  const { eol, front, data } = await partsOf(folder, sibling);
  const format = front?.format ?? 'yaml';
  const fronts: Readonly<Record<typeof format, StoredFrontMatter>> = {
    yaml: { format: 'yaml', open: `---${eol}`, text: '', close: `---${eol}` },
    toml: { format: 'toml', open: `+++${eol}`, text: '', close: `+++${eol}` },
    json: { format: 'json', open: `;;;${eol}`, text: `{}${eol}`, close: `;;;${eol}` },
    'json-object': { format: 'json-object', open: '', text: '{}', close: eol },
  };
  return { blank: { mark: '', front: fronts[format], data: {}, body: eol, eol }, example: data };
}

async function partsOf(
  folder: ContentFolder,
  sibling: ContentEntry | undefined,
): Promise<Pick<StoredFile, 'eol' | 'front' | 'data'>> {
  if (sibling === undefined) return { eol: '\n', front: undefined, data: {} };
  try {
    return splitFile(await readFile(join(folder.root, sibling.key)), sibling.key);
  } catch {
    // Missing or unreadable; it only serves as an example.
    return { eol: '\n', front: undefined, data: {} };
  }
}
