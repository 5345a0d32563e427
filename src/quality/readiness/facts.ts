import type { Config, Host } from '../../config/config.js';
import type { YieldKey } from '../../config/hooks/yield-key.js';
import type { Settings } from '../../config/settings.js';
import { settingsHash } from '../../config/settings-merge.js';
import { memoisedByObject } from '../../core/memoised.js';
import { entriesOfType } from '../../documents/addresses.js';
import { isClaimed } from '../../documents/discovery/index.js';
import type { DocumentContext } from '../../documents/document-row.js';
import type { LiveDocuments } from '../../documents/live-content.js';
import { buildLlms } from '../../documents/llms.js';
import { llmsFullSize, planLlmsFull } from '../../documents/llms-full.js';
import { scanPage } from '../../documents/page-head/page-scan.js';
import { buildRobots } from '../../documents/robots.js';
import { securityContacts } from '../../documents/security-txt.js';
import { sitemapUrl } from '../../documents/sitemap.js';
import type { Notice } from '../../site/registry/notice.js';
import type { ContentType, Site } from '../../site/site.js';
import type { CountedType } from './pages/scope.js';

/** What serves the address of a document. */
type Owner =
  /** The service. */
  | 'ours'
  /** A file of the site in its place. */
  | 'file'
  /** A plugin handed it to another program, or a provider offers it. */
  | 'other'
  /** Nothing provides it: it is switched off, or has no content. */
  | 'none';

/** The public content in numbers. */
interface ContentFacts {
  /** The chosen types in configured order, with the number of their public entries. */
  readonly types: readonly (Pick<ContentType, 'slug' | 'label' | 'plural'> & { readonly entries: number })[];
  /** Public entries of all chosen types. */
  readonly entries: number;
  /** Addresses with a query, which have no twin; the first of them as an example. */
  readonly queries: { readonly count: number; readonly example: string };
  /** Entries whose author named topics; undefined where they were not counted. */
  readonly withTopics: number | undefined;
  /** True when a tag or category of a public entry may become a topic. */
  readonly hasTerms: boolean;
}

/** The full-text file under the current settings. */
interface FullTextFacts {
  readonly entries: number;
  readonly bytes: number;
  /** The byte budget ended it. */
  readonly isCut: boolean;
}

/** The results of a background check of the live site; a report never runs one. */
export interface SelfCheck {
  /** Unix seconds. */
  readonly checkedAt: number;
  /** Why the last check failed; empty when it succeeded. */
  readonly error: string;
  /** Null until `/llms.txt` has been seen once. */
  readonly llms: { readonly http: number; readonly ours: boolean; readonly firstLine: string } | null;
  /** Null until the home page has been seen once. */
  readonly head: HeadSummary | null;
}

/** The repeated tags in the head of the home page. */
interface HeadSummary {
  readonly descriptions: number;
  readonly ogTitles: number;
  /** Names of other generators, each once. */
  readonly others: readonly string[];
}

/** Something that a chosen host can't do. */
export interface HostLimitFact {
  readonly host: Host;
  readonly what: string;
  readonly fix: string;
}

/**
 * The input of all readiness checks, gathered before the first of them runs: plain values, so that a
 * report takes the same time on every site.
 */
export interface ReadinessFacts {
  readonly settings: Settings;
  readonly site: Pick<Site, 'public' | 'baseUrl' | 'home' | 'privacyPolicyUrl'>;
  /** How HTML pages are processed. */
  readonly html: Config['html'];
  readonly content: ContentFacts;
  readonly llms: { readonly owner: Owner; readonly words: number };
  /** `text` is undefined unless the file is ours. */
  readonly llmsFull: { readonly owner: Owner; readonly text: FullTextFacts | undefined };
  /** `text`: as it is served; undefined where another program serves it. `isOwnFile`: the site brings one along. */
  readonly robots: { readonly text: string | undefined; readonly isOwnFile: boolean };
  /** The sitemap that agents find; undefined when there is none. */
  readonly sitemap: { readonly url: string; readonly isOurs: boolean } | undefined;
  readonly securityTxt: { readonly owner: Owner; readonly contacts: number };
  readonly schema: {
    /** The other producer of structured data; undefined when there is none. */
    readonly otherProducer: string | undefined;
    /** Absolute address; empty when there is none. */
    readonly image: string;
    /** False for a configured file of the site that is not there. */
    readonly imageExists: boolean;
  };
  /** The other producer of titles, cards and canonical links; undefined when there is none. */
  readonly seoProducer: string | undefined;
  readonly selfCheck: SelfCheck | undefined;
  readonly hosts: readonly Host[];
  readonly limits: readonly HostLimitFact[];
  /** True when the settings changed after the files were written; undefined where no files were. */
  readonly isOutputStale: boolean | undefined;
  /** Local content changes that were not pushed; undefined where nothing is pushed. */
  readonly unpushed: number | undefined;
  readonly notices: readonly Notice[];
}

/** Facts besides the current documents. */
interface FactsInput {
  readonly documents: Pick<LiveDocuments, 'ctx' | 'notices'>;
  readonly config: Pick<Config, 'html' | 'hosts' | 'seo' | 'site' | 'siteDir' | 'publicDir'>;
  /** The plugins' decisions about structured data in the build. */
  readonly schema: { readonly defersSchema: boolean; readonly entityImage: string };
  /** Public entries of the given types whose author named topics; absent where they were not counted. */
  withTopics?(types: ReadonlySet<string>): number;
  readonly selfCheck?: SelfCheck;
  readonly limits?: readonly HostLimitFact[];
  /** Hash of the settings that the files were made with (`LiveContent.builtWith`); absent without files. */
  readonly builtWith?: string;
  /** Local content changes that were not pushed; absent where nothing is pushed. */
  readonly unpushed?: number;
}

/**
 * Gathers the input of the checks. What depends on the number of pages is counted once for each context, so that a
 * second report takes the same time on every site.
 */
export function gatherFacts(input: FactsInput): ReadinessFacts {
  const { documents, config, withTopics, builtWith } = input;
  const { ctx } = documents;
  const { content, words, fullText } = countContent(ctx);
  return {
    settings: ctx.settings,
    site: ctx.site,
    html: config.html,
    content: { ...content, withTopics: withTopics?.(new Set(ctx.types.map(({ slug }) => slug))) },
    llms: { owner: ownerOf(ctx, 'llms', '/llms.txt', 'llms_txt'), words },
    llmsFull: { owner: ownerOf(ctx, 'llms-full', '/llms-full.txt', 'llms_full'), text: fullText },
    robots: {
      text: ctx.served('robots') ? buildRobots(ctx) : undefined,
      isOwnFile: ctx.robotsBase !== undefined,
    },
    sitemap: sitemapOf(ctx),
    securityTxt: { owner: securityOwner(ctx), contacts: securityContacts(ctx).length },
    schema: schemaOf(input),
    seoProducer: seoProducer(config),
    selfCheck: input.selfCheck,
    hosts: config.hosts,
    limits: input.limits ?? [],
    isOutputStale: builtWith === undefined ? undefined : builtWith !== settingsHash(ctx.settings),
    unpushed: input.unpushed,
    notices: documents.notices,
  };
}

function ownerOf(ctx: DocumentContext, id: string, path: string, key: YieldKey): Owner {
  if (ctx.served(id)) return 'ours';
  if (ctx.files.has(path)) return 'file';
  return ctx.ceded(key) ? 'other' : 'none';
}

function securityOwner(ctx: DocumentContext): Owner {
  if (ctx.files.has('/.well-known/security.txt')) return 'file';
  if (isClaimed(ctx, 'security.txt')) return 'other';
  return ctx.served('security-txt') ? 'ours' : 'none';
}

function sitemapOf(ctx: DocumentContext): ReadinessFacts['sitemap'] {
  if (ctx.otherSitemap !== undefined) return { url: ctx.otherSitemap, isOurs: false };
  return ctx.served('sitemap') ? { url: sitemapUrl(ctx), isOurs: true } : undefined;
}

function seoProducer({ seo }: FactsInput['config']): string | undefined {
  return seo.owner ? seo.name || 'the SEO extension' : undefined;
}

function schemaOf({ documents: { ctx }, config, schema }: FactsInput): ReadinessFacts['schema'] {
  const { logo } = config.site;
  const hasFolders = config.siteDir !== undefined || config.publicDir !== undefined;
  // Only a path of the site's own can be checked; a plugin may have replaced it.
  const isOwnPath = logo?.startsWith('/') === true && schema.entityImage === ctx.site.logo;
  return {
    otherProducer: seoProducer(config) ?? (schema.defersSchema ? 'a plugin' : undefined),
    image: schema.entityImage,
    imageExists: !(isOwnPath && hasFolders) || ctx.files.has(logo),
  };
}

/** The facts of a context that take time in proportion to its pages: computed once, however many reports use them. */
interface CountedContent {
  readonly content: Omit<ContentFacts, 'withTopics'>;
  /** Words of the index for language models. */
  readonly words: number;
  /** Undefined while the full-text file is not ours. */
  readonly fullText: FullTextFacts | undefined;
}

/** Counts the public content; the same context is counted once. */
const countContent = memoisedByObject(
  (ctx: DocumentContext): CountedContent => ({
    content: contentOf(ctx),
    words: wordCount(buildLlms(ctx)),
    fullText: ctx.served('llms-full') ? fullTextOf(ctx) : undefined,
  }),
);

function contentOf(ctx: DocumentContext): CountedContent['content'] {
  let queries = 0;
  let example = '';
  for (const { path } of ctx.entries) {
    if (!path.includes('?')) continue;
    if (queries === 0) example = path;
    queries += 1;
  }
  const exclude = ctx.topicExclude ?? ['uncategorized'];
  return {
    types: ctx.types.map(({ slug, label, plural }) => ({
      slug,
      label,
      plural,
      entries: entriesOfType(ctx, slug).length,
    })),
    entries: ctx.entries.length,
    queries: { count: queries, example },
    hasTerms: ctx.terms.some(
      ({ taxonomy, slug }) => (taxonomy === 'category' || taxonomy === 'tag') && !exclude.includes(slug),
    ),
  };
}

function fullTextOf(ctx: DocumentContext): FullTextFacts {
  const plan = planLlmsFull(ctx, (entry) => llmsFullSize(ctx.twinText(entry)));
  return { entries: plan.entries.length, bytes: plan.bytes, isCut: plan.truncated };
}

/** A word is a run of letters, apostrophes and hyphens; link addresses and tags don't count. */
export function wordCount(markdown: string): number {
  const text = markdown.replace(/\]\([^)]*\)/g, ']').replace(/<[^>]*>/g, ' ');
  return (text.match(/[\p{L}\p{M}'’-]+/gu) ?? []).filter((run) => /\p{L}/u.test(run)).length;
}

/** The types that agents may see, each with the number of its public pages. */
export function countedTypes(ctx: DocumentContext): readonly CountedType[] {
  const counts = new Map(countContent(ctx).content.types.map(({ slug, entries }) => [slug, entries]));
  return ctx.types.map(({ slug, label, plural }) => ({ slug, label, plural, count: counts.get(slug) ?? 0 }));
}

/** Generator names of this program. */
const OWN = /^(?:svc|agent-discovery-service)\b/i;

/**
 * The repeated tags in the head of a home page.
 * @param page its bytes
 */
export function headSummary(page: Uint8Array): HeadSummary {
  const { head, descriptions } = scanPage(Buffer.from(page).toString('latin1'));
  const others = head.metas
    .filter(({ name, content }) => name === 'generator' && content !== '' && !OWN.test(content))
    .map(({ content }) => Buffer.from(content, 'latin1').toString('utf8'));
  return {
    descriptions: descriptions.length,
    ogTitles: head.metas.filter(({ property }) => property === 'og:title').length,
    others: [...new Set(others)],
  };
}
