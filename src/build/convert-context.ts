import type { UnifiedConverter } from '../content/markdown/unified.js';
import { type PackedTexts, textFinder } from '../core/packed-texts.js';
import type { MediaIndex } from '../site/media-index.js';
import { lookUp } from './callbacks.js';
import type { EntryDocumentContext } from './convert.js';
import type { Run } from './run.js';
import type { SiteFacts } from './site-facts.js';
import type { PackableContext } from './workers/shared-context.js';

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
