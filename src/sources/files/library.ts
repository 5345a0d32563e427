/** The files in which an imported folder keeps its site, media and reusable blocks. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseDocument } from 'yaml';
import { errorMessage, SvcError } from '../../core/errors.js';
import { listOf, objectOf, withoutUndefined } from '../../core/json.js';
import { slugify } from '../names.js';
import type { RawMedia, RawPattern, RawSite, RawTerm } from '../port.js';
import { configText, siteAddress } from './config-values.js';

/** Holds the site and its terms; where it is at the top of a folder, front matter is read literally. */
export const SITE_FILE = '_svc.yml';
/** Holds the media library. */
export const MEDIA_FILE = '_media.json';
/** Holds the reusable blocks. */
export const BLOCKS_FILE = '_blocks.json';

/** The data of a content folder besides its pages. */
export interface Library {
  readonly site: RawSite;
  readonly terms: readonly RawTerm[];
  readonly media: readonly RawMedia[];
  readonly patterns: readonly RawPattern[];
  readonly slugOf: SlugLookup;
  /** Id of the media item at an address. */
  mediaAt(url: string): number | undefined;
}

/** The slug for a bare name in a taxonomy. */
export type SlugLookup = (taxonomy: string, name: string) => string;

/**
 * Makes the function that resolves bare names: the slug of the one term with that name, else the slugified
 * name. Where two terms share a name, the first one's slug is used.
 */
export function makeSlugLookup(terms: readonly RawTerm[]): SlugLookup {
  const slugs = new Map<string, string>();
  for (const { taxonomy, slug, name } of terms) {
    const key = `${taxonomy}\n${name}`;
    if (!slugs.has(key)) slugs.set(key, slug);
  }
  return (taxonomy, name) => slugs.get(`${taxonomy}\n${name}`) ?? slugify(name);
}

/** Makes the function that finds a media item by its address; of two with one address the first. */
export function makeMediaLookup(media: readonly RawMedia[]): Library['mediaAt'] {
  const ids = new Map<string, number>();
  for (const { id, url } of media) if (!ids.has(url)) ids.set(url, id);
  return (url) => ids.get(url);
}

/**
 * Reads the data files of a folder.
 * @returns undefined for a folder without `_svc.yml`
 * @throws SvcError `SVC_SOURCE_MALFORMED` naming the file (and line) that cannot be read
 */
export function readLibrary(root: string): Library | undefined {
  const text = readText(root, SITE_FILE);
  if (text === undefined) return undefined;
  const values = parseSiteFile(text);
  const terms = Object.entries(objectOf(values['taxonomies'])).flatMap(([taxonomy, list]) =>
    listOf(list).flatMap((item) => toTerm(taxonomy, item) ?? []),
  );
  const media = readMedia(root);
  return {
    site: toSite(values),
    terms,
    media,
    patterns: readList(root, BLOCKS_FILE, isPattern),
    slugOf: makeSlugLookup(terms),
    mediaAt: makeMediaLookup(media),
  };
}

/**
 * Reads the media library of a folder: facts about images next to their files.
 * @throws SvcError `SVC_SOURCE_MALFORMED` for a file that isn't a list
 */
export function readMedia(root: string): readonly RawMedia[] {
  return readList(root, MEDIA_FILE, isMedia);
}

function readText(root: string, name: string): string | undefined {
  try {
    return readFileSync(join(root, name), 'utf8');
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new SvcError('SVC_SOURCE_MALFORMED', "the file can't be read", {
      file: name,
      fix: "Check that it's a file and that you may read it.",
      cause,
    });
  }
}

function parseSiteFile(text: string): Readonly<Record<string, unknown>> {
  const document = parseDocument(text, { prettyErrors: false, logLevel: 'silent' });
  const [error] = document.errors;
  if (error !== undefined) {
    throw new SvcError('SVC_SOURCE_MALFORMED', `the file isn't valid YAML: ${error.message}`, {
      file: SITE_FILE,
      line: text.slice(0, error.pos[0]).split('\n').length,
      fix: 'Correct it there.',
      cause: error,
    });
  }
  return objectOf(document.toJS({ maxAliasCount: 100 }));
}

function toSite(values: Readonly<Record<string, unknown>>): RawSite {
  return withoutUndefined({
    title: configText(values, 'title'),
    description: configText(values, 'description'),
    baseUrl: siteAddress(configText(values, 'url')),
    lang: configText(values, 'lang'),
    timezone: configText(values, 'timezone'),
    logo: configText(values, 'logo'),
  });
}

function toTerm(taxonomy: string, item: unknown): RawTerm | undefined {
  const { slug, name, parent, description, url } = objectOf(item);
  if (typeof slug !== 'string' || slug === '') return undefined;
  return {
    taxonomy,
    slug,
    name: typeof name === 'string' ? name : slug,
    ...(typeof parent === 'string' ? { parent } : {}),
    ...(typeof description === 'string' ? { description } : {}),
    ...(typeof url === 'string' ? { url } : {}),
  };
}

function readList<T>(root: string, name: string, isItem: (item: object) => item is T & object): readonly T[] {
  const text = readText(root, name);
  if (text === undefined) return [];
  let list: unknown;
  try {
    list = JSON.parse(text);
  } catch (cause) {
    throw new SvcError('SVC_SOURCE_MALFORMED', `the file isn't valid JSON: ${errorMessage(cause)}`, {
      file: name,
      fix: 'Correct it, or remove it and import again.',
      cause,
    });
  }
  return listOf(list)
    .filter((item) => typeof item === 'object' && item !== null)
    .filter(isItem);
}

function isMedia(item: object): item is RawMedia {
  const { id, url } = item as Partial<RawMedia>;
  return Number.isSafeInteger(id) && typeof url === 'string';
}

function isPattern(item: object): item is RawPattern {
  const { id, body } = item as Partial<RawPattern>;
  return Number.isSafeInteger(id) && typeof body === 'string';
}
