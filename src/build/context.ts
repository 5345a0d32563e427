import type { Config } from '../config/config.js';
import { programVersion } from '../config/program-version.js';
import type { Settings } from '../config/settings.js';
import { SvcError } from '../core/errors.js';
import { memoisedByObject } from '../core/memoised.js';
import { twinPath } from '../documents/addresses.js';
import { type ContextFacts, createDocumentContext } from '../documents/context.js';
import type { DocumentContext, DocumentRow } from '../documents/document-row.js';
import { documentTable } from '../documents/table.js';
import { NOTHING_PUBLISHED } from '../site/registry/registry.js';
import type { ContentType, IndexEntry, Site } from '../site/site.js';
import type { Translation } from '../site/translations.js';
import type { Rules } from './prepare.js';
import type { RealFiles } from './real-files.js';

/** Entries of one sub-sitemap. */
const SITEMAP_PAGE_SIZE = 2000;

/** The facts before the first entry has been converted. */
export interface BaseFacts {
  readonly config: Config;
  readonly settings: Settings;
  readonly site: Site;
  readonly types: readonly ContentType[];
  readonly rules: Rules;
  /** Where pages need the place of the read API: its prefix. */
  readonly readPrefix?: string;
  readonly real: RealFiles;
  /** By id; left out where no entry has any. */
  readonly translations?: ReadonlyMap<number, readonly Translation[]>;
  /** Absent until the registry has been collected. */
  readonly discovery?: DiscoveryFacts;
}

/** The inputs of the documents below `/.well-known/`. */
export type DiscoveryFacts = Pick<DocumentContext, 'published' | 'signing' | 'asked' | 'securityExpires'>;

const NO_DISCOVERY: DiscoveryFacts = {
  published: NOTHING_PUBLISHED,
  signing: undefined,
  asked: { schemaUrl: undefined, specs: {}, cardServer: '', securityTxt: false, routed: new Set() },
  securityExpires: 0,
};

/** The facts when all entries have been converted. */
export type ConvertedFacts = Pick<
  DocumentContext,
  'entries' | 'terms' | 'entriesOf' | 'tombstones' | 'feedGenerated' | 'twinText' | 'itemJson'
>;

const NOTHING: ConvertedFacts = {
  entries: [],
  terms: [],
  tombstones: [],
  feedGenerated: 0,
  twinText: () => notYet(),
  itemJson: () => notYet(),
};

/**
 * The context of all documents.
 * @param collected left out for the documents of single entries, which depend on no other entry
 */
export function documentContextOf(
  baseFacts: BaseFacts,
  collected: ConvertedFacts = NOTHING,
): DocumentContext {
  const { config, settings, site, types, rules, real, translations } = baseFacts;
  const facts: ContextFacts = {
    ...collected,
    site,
    settings,
    types,
    now: rules.gate.now,
    restPrefix: config.restPrefix,
    readPrefix: baseFacts.readPrefix ?? config.restPrefix,
    restApi: config.restApi,
    // A sidecar elsewhere answers at its own address; here there are only files.
    sidecar: config.sidecar === true,
    sidecarBase: config.sidecar === true ? site.baseUrl : config.sidecar || undefined,
    version: programVersion(),
    files: real.files,
    ...(baseFacts.discovery ?? NO_DISCOVERY),
    translationsOf: ({ id }) => translations?.get(id) ?? [],
    languages: languagesOf(collected.entries, site.lang),
    changesMax: rules.changesMax,
    sitemapPageSize: SITEMAP_PAGE_SIZE,
    otherSitemap: real.sitemap,
    otherFeed: real.feed,
    robotsBase: real.robots,
    topicExclude: rules.topics.exclude,
    referralBeacon: rules.referralBeacon,
    seoOwner: config.seo.owner,
    ceded: (key) => rules.ceded.has(key),
  };
  return createDocumentContext(
    facts,
    documentTable,
    (row) => isTaken(row, real) || isYielded(row, collected.entries),
  );
}

/**
 * True when the site itself has a file at every address of a document. robots.txt is extended, so it counts as ours.
 */
function isTaken({ id, path, aliases = [] }: DocumentRow, { files }: RealFiles): boolean {
  return id !== 'robots' && [path, ...aliases].every((one) => files.has(one));
}

/** True for a document whose address a page needs. */
function isYielded({ path, yields }: DocumentRow, entries: readonly IndexEntry[]): boolean {
  return yields === true && entries.some((entry) => entry.path === path || twinPath(entry) === path);
}

/** Languages of public entries besides the site's own. */
function languagesOf(entries: readonly IndexEntry[], own: string): readonly string[] {
  return allLanguages(entries).filter((lang) => lang !== own);
}

// Several contexts of a build share the same entries.
const allLanguages = memoisedByObject((entries: readonly IndexEntry[]) =>
  [...new Set(entries.map((entry) => entry.lang))].sort(),
);

function notYet(): never {
  throw new SvcError('SVC_INTERNAL', 'the document of a single entry requested another entry');
}
