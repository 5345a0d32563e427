import type { ConverterConfig, PrivacyRules, RestApi } from '../../config/config.js';
import type { Settings } from '../../config/settings.js';
import type { Media } from '../../content/body/port.js';
import type { UnifiedConverter } from '../../content/markdown/unified.js';
import { SvcError } from '../../core/errors.js';
import { type PackedTexts, textFinder } from '../../core/packed-texts.js';
import { Warnings } from '../../core/warnings.js';
import type { ReadingRules } from '../../quality/readiness/pages/page-metrics.js';
import { MediaIndex, type SharedMedia } from '../../site/media-index.js';
import type { ContentType, Site } from '../../site/site.js';
import type { TopicRules } from '../../site/topics.js';
import type { CONVERSION_SETTINGS, ConvertContext } from '../convert.js';

/** Documents that those of single entries depend on. */
const ASKED = ['llms-full', 'markdown', 'rest-item'] as const;
/** Documents whose address they contain where the document is served. */
const NAMED = ['llms'] as const;

/** What converting needs besides the entry, as plain data that can be sent to another thread. */
export interface SharedContext {
  readonly site: Site;
  readonly types: readonly ContentType[];
  readonly readPrefix: string;
  readonly restApi: RestApi;
  readonly sidecar: boolean;
  readonly settings: Pick<Settings, (typeof CONVERSION_SETTINGS)[number]>;
  readonly served: Readonly<Record<string, boolean>>;
  readonly available: Readonly<Record<string, boolean>>;
  readonly urls: Readonly<Record<string, string>>;
  readonly sourceBases: readonly (string | undefined)[];
  readonly authors: ReadonlyMap<string, string>;
  readonly media: readonly Media[];
  /** Bodies of reusable blocks by id. */
  readonly patterns: ReadonlyMap<number, string>;
  /** Paths of public entries by id. */
  readonly paths: PackedTexts;
  readonly topics: TopicRules;
  readonly privacy: PrivacyRules;
  /** With the configuration's folder. */
  readonly converter: ConverterConfig & { readonly folder: string };
  readonly checks?: ReadingRules;
}

/** A context that can be packed: lookups with all their possible results. */
export interface PackableContext extends ConvertContext {
  readonly converter: SharedContext['converter'];
  readonly media: SharedMedia;
  readonly patterns: ReadonlyMap<number, string>;
  readonly paths: PackedTexts;
}

/** The plain data of a context. */
export function packContext(context: PackableContext): SharedContext {
  const {
    documentContext,
    sourceBases,
    authors,
    media,
    patterns,
    paths,
    topics,
    privacy,
    converter,
    checks,
  } = context;
  const { site, types, readPrefix, restApi, sidecar } = documentContext;
  const { markdown_front_matter, enable_ai_description } = documentContext.settings;
  return {
    site,
    types,
    readPrefix,
    restApi,
    sidecar,
    settings: { markdown_front_matter, enable_ai_description },
    served: Object.fromEntries(ASKED.map((id) => [id, documentContext.served(id)])),
    available: Object.fromEntries(NAMED.map((id) => [id, documentContext.isAvailable(id)])),
    urls: Object.fromEntries(NAMED.map((id) => [id, documentContext.urlOf(id)])),
    sourceBases,
    authors,
    media: [...media.shared()],
    patterns,
    paths,
    topics,
    privacy,
    converter,
    ...(checks && { checks }),
  };
}

/** The unpacked context, as far as converting uses it. */
export function unpackContext(shared: SharedContext, unified?: UnifiedConverter): ConvertContext {
  const { site, types, readPrefix, restApi, sidecar, settings } = shared;
  const { sourceBases, authors, patterns, paths, topics, privacy, checks } = shared;
  const media = new MediaIndex();
  for (const item of shared.media) media.add(item);
  return {
    site,
    documentContext: {
      site,
      types,
      readPrefix,
      restApi,
      sidecar,
      settings,
      served: (id) => known(shared.served, id),
      isAvailable: (id) => known(shared.available, id),
      urlOf: (id) => known(shared.urls, id),
    },
    sourceBases,
    authors,
    media,
    pattern: (id) => patterns.get(id),
    pagePath: textFinder(paths),
    topics,
    privacy,
    ...(checks && { checks }),
    warnings: new Warnings(),
    unified,
  };
}

/** Throws for everything else: an answer here would differ from the one without threads. */
function known<T>(answers: Readonly<Record<string, T>>, id: string): T {
  const answer = answers[id];
  if (answer !== undefined) return answer;
  throw new SvcError('SVC_INTERNAL', `a worker thread doesn't have the document "${id}"`);
}
