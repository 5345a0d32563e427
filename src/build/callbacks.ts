/**
 * Functions of a build that a sidecar keeps: one created inside the build would keep everything alive there that any
 * function created next to it uses, such as the caches and the output.
 */
import type { Media } from '../content/body/port.js';
import type { UnifiedConverter } from '../content/markdown/unified.js';
import { placeOfId } from '../core/first-from.js';
import { addTo } from '../core/multimap.js';
import { type PackedTexts, textFinder } from '../core/packed-texts.js';
import type { MediaIndex } from '../site/media-index.js';
import type { Term } from '../site/site.js';
import type { TermIndex } from '../site/term-index.js';
import type { Run } from './build.js';
import type { BuildEntry } from './build-entry.js';
import type { EntryDocumentContext } from './convert.js';
import type { SiteFacts } from './site-facts.js';
import type { PackableContext } from './workers/shared-context.js';

/** Finds a text by its number. */
function lookUp(texts: ReadonlyMap<number, string>): (id: number) => string | undefined {
  return (id) => texts.get(id);
}

/** Returns the keys of the terms of an entry. */
export function termKeys(terms: TermIndex): (entry: Pick<BuildEntry, 'terms'>) => readonly string[] {
  return (entry) => terms.keysOf(entry.terms);
}

/** Finds the entries with a term; they are indexed on first use. */
export function entriesByTerm(
  entries: readonly BuildEntry[],
  terms: TermIndex,
): (term: Pick<Term, 'taxonomy' | 'slug'>) => readonly BuildEntry[] {
  let found: ReadonlyMap<string, readonly BuildEntry[]> | undefined;
  return ({ taxonomy, slug }) => {
    found ??= groupByTerm(entries, terms);
    return found.get(`${taxonomy}/${slug}`) ?? [];
  };
}

function groupByTerm(entries: readonly BuildEntry[], terms: TermIndex): Map<string, BuildEntry[]> {
  const groups = new Map<string, BuildEntry[]>();
  for (const entry of entries) {
    for (const key of terms.keysOf(entry.terms)) addTo(groups, key, entry);
  }
  return groups;
}

/** Returns whether an entry with this id is public; entries in ascending order of ids. */
export function listedTest(entries: readonly Pick<BuildEntry, 'id'>[]): (id: number) => boolean {
  return (id) => entries[placeOfId(entries, id)]?.id === id;
}

/** Finds image files next to the content that its media library does not list. */
export function imageFinder(
  { findImages, loaded: { config } }: Pick<Run, 'findImages' | 'loaded'>,
  baseUrl: string,
): () => readonly Media[] {
  return () => findImages?.(config, baseUrl) ?? [];
}

/** The contents of the sources. */
interface ScannedLookups {
  readonly documentContext: EntryDocumentContext;
  readonly authors: ReadonlyMap<string, string>;
  readonly media: MediaIndex;
  readonly patterns: ReadonlyMap<number, string>;
  readonly unified: UnifiedConverter | undefined;
  /** Paths of public entries by id. */
  readonly paths: PackedTexts;
}

/** Makes the context of conversions from the facts about the site. */
export function convertContext(
  { loaded, prepared, warnings }: Pick<Run, 'loaded' | 'prepared' | 'warnings'>,
  { site, sourceBases, checks }: SiteFacts,
  { documentContext, authors, media, patterns, paths, unified }: ScannedLookups,
): PackableContext {
  return {
    site,
    documentContext,
    sourceBases,
    authors,
    media,
    patterns,
    pattern: lookUp(patterns),
    paths,
    pagePath: textFinder(paths),
    topics: prepared.rules.topics,
    privacy: loaded.config.privacy,
    warnings,
    converter: { ...loaded.config.converter, folder: loaded.folder },
    unified,
    ...(checks && { checks: checks.reading }),
  };
}
