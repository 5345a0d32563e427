import type { StructuredDataConfig } from '../../config/config.js';
import type { Hooks } from '../../config/hooks/hooks.js';
import type { MediaLibrary } from '../../content/body/port.js';
import { shortHash } from '../../core/hash.js';
import { onSite } from '../../core/paths.js';
import type { DocumentContext } from '../../documents/document-row.js';
import type { HeadContext, PageImage } from '../../documents/page-head/head.js';
import type { Entry } from '../../site/site.js';
import type { RawEntry } from '../../sources/port.js';
import type { SchemaAnswers } from '../content/port.js';

/**
 * Runs the filters of structured data.
 * @param configured the owner's details from the configuration
 */
export async function filterSchema(
  hooks: Hooks,
  logo: string,
  configured: StructuredDataConfig,
): Promise<SchemaAnswers> {
  return {
    ...configured,
    defersSchema: await hooks.apply('svc_defer_schema', false),
    entityImage: await hooks.apply('svc_entity_image', logo),
  };
}

interface HeadContextOptions extends SchemaAnswers {
  readonly documentContext: DocumentContext;
  readonly media: MediaLibrary;
  readonly isOwn: boolean;
}

/** The text for voice assistants in rendered pages. */
const OWN_SPEAKABLE = ['h1', '.body > p:first-of-type'];
/** The text for voice assistants in pages of other generators. */
const COMMON_SPEAKABLE = ['h1', 'article > p:first-of-type', 'main > p:first-of-type'];

/** Data that the heads of all pages of a run share. */
export function headContext(options: HeadContextOptions): HeadContext {
  const { documentContext, media, isOwn, defersSchema, entityImage, searchUrl, topicUrls, schemaTypes } =
    options;
  const { speakable = isOwn ? OWN_SPEAKABLE : COMMON_SPEAKABLE } = options;
  return {
    documentContext,
    schema: {
      site: documentContext.site,
      identity: documentContext.settings.identity,
      entityImage,
      searchUrl: searchUrl && onSite(searchUrl, documentContext.site.baseUrl),
      speakable,
      topicUrls,
      types: schemaTypes,
    },
    defersSchema,
    defaultImage: defaultImage(documentContext, media),
    isOwn,
  };
}

/** `social_default_image`: the id of a media file, a path of the site or an address. */
function defaultImage({ settings, site }: DocumentContext, media: MediaLibrary): PageImage | undefined {
  const wanted = settings.social_default_image;
  if (typeof wanted === 'string') {
    if (wanted === '') return undefined;
    return { url: onSite(wanted, site.baseUrl), alt: '' };
  }
  const item = media.byId(wanted);
  return item === undefined ? undefined : pageImage(item.url, item.alt, item);
}

/** An image with its size, as far as both numbers are known. */
function pageImage(
  url: string,
  alt: string,
  size: { readonly width?: number; readonly height?: number } = {},
): PageImage {
  const { width, height } = size;
  return { url, alt, ...(width !== undefined && height !== undefined && { width, height }) };
}

/** The image of an entry with its size, if the media library has it. */
export function imageOf(raw: RawEntry, { image }: Entry, media: MediaLibrary): PageImage | undefined {
  if (image === undefined) return undefined;
  const item = typeof raw.image === 'number' ? media.byId(raw.image) : undefined;
  return pageImage(image.url, image.alt, item);
}

/** A key of all inputs of heads besides their page; another key means that every page is generated again. */
export function headKey({ documentContext, defersSchema, defaultImage, schema }: HeadContext): string {
  const { settings: s, site, seoOwner, otherFeed } = documentContext;
  const switches = [
    s.enable_schema,
    s.enable_seo_titles,
    s.ai_description_meta_tag,
    s.enable_canonicals,
    s.enable_social_cards,
    s.enable_ask_ai,
    s.enable_ai_header,
    s.ai_noai_header,
    s.content_signal.ai_train,
    s.tdm_policy_url,
  ];
  const served = documentContext.table
    .filter(({ inHead }) => inHead)
    .map(({ id }) => documentContext.served(id));
  const { identity, entityImage, searchUrl, speakable, topicUrls, types } = schema;
  return shortHash(
    JSON.stringify([
      site,
      seoOwner,
      otherFeed,
      switches,
      served,
      defersSchema,
      defaultImage,
      identity,
      entityImage,
      searchUrl,
      speakable,
      topicUrls,
      types,
    ]),
  );
}
