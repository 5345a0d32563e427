import type { Config } from '../../config/config.js';
import type { YieldKey } from '../../config/hooks/yield-key.js';
import { settingsHash } from '../../config/settings-merge.js';
import { isClaimed } from '../../documents/discovery/presence.js';
import type { DocumentContext } from '../../documents/document-row.js';
import type { LiveDocuments } from '../../documents/live-content.js';
import { buildRobots } from '../../documents/robots.js';
import { securityContacts } from '../../documents/security-txt.js';
import { sitemapUrl } from '../../documents/sitemap.js';
import { countContent } from './content-facts.js';
import type { HostLimitFact, Owner, ReadinessFacts, SelfCheck } from './facts.js';

/** Facts besides the current documents. */
export interface FactsInput {
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
