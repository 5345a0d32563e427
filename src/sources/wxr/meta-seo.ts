/** Reads titles, descriptions and robots tags of SEO extensions from post meta. */

import { isScalar } from '../../core/json.js';
import { words } from '../../core/text.js';
import { phpStrings, readPhpSerialized } from './php-serialized.js';

/** The values of SEO extensions for one item, from any of them. */
export interface SeoMeta {
  title?: string;
  description?: string;
  focusKeyword?: string;
  canonical?: string;
  noindex: boolean;
  /** Id or address of the image for cards. */
  image?: number | string;
}

type SeoField = Exclude<keyof SeoMeta, 'noindex' | 'image'>;

/** Text fields by post meta key. Where several extensions set one, the first in this order wins. */
const TEXT_KEYS: ReadonlyMap<string, SeoField> = new Map<string, SeoField>([
  ['_yoast_wpseo_title', 'title'],
  ['_yoast_wpseo_metadesc', 'description'],
  ['_yoast_wpseo_focuskw', 'focusKeyword'],
  ['_yoast_wpseo_canonical', 'canonical'],
  ['rank_math_title', 'title'],
  ['rank_math_description', 'description'],
  ['rank_math_focus_keyword', 'focusKeyword'],
  ['rank_math_canonical_url', 'canonical'],
  ['_aioseo_title', 'title'],
  ['_aioseo_description', 'description'],
  ['_aioseop_title', 'title'],
  ['_aioseop_description', 'description'],
  ['_aioseop_custom_link', 'canonical'],
  ['_seopress_titles_title', 'title'],
  ['_seopress_titles_desc', 'description'],
  ['_seopress_analysis_target_kw', 'focusKeyword'],
  ['_seopress_robots_canonical', 'canonical'],
  ['_genesis_title', 'title'],
  ['_genesis_description', 'description'],
  ['_genesis_canonical_uri', 'canonical'],
  ['_wds_title', 'title'],
  ['_wds_metadesc', 'description'],
  ['_wds_focus-keywords', 'focusKeyword'],
  ['_wds_canonical', 'canonical'],
  ['_sq_fp_title', 'title'],
  ['_sq_fp_description', 'description'],
  ['_sq_fp_keywords', 'focusKeyword'],
  ['_headspace_page_title', 'title'],
  ['_headspace_description', 'description'],
  ['_su_title', 'title'],
  ['_su_description', 'description'],
  ['jetpack_seo_html_title', 'title'],
  ['advanced_seo_description', 'description'],
]);

const isOne = (value: string) => value === '1';
const isOn = (value: string) => value === '1' || value === 'on' || value === 'yes' || value === 'true';
const listsNoindex = (value: string) =>
  phpStrings(value).some((word) => /(?:^|[\s,])no(?:index|snippet)(?:$|[\s,])/i.test(word));

/** A switch in a record, such as that of Thesis. */
const switchesNoindex = (value: string) =>
  /"(?:\w{0,40}_)?no_?index";(?:s:\d+:"(?:1|yes|on|true)"|[bi]:1)/.test(value);

/** Each extension's own form of noindex. Yoast's `2` and Genesis' `-1` mean “index, whatever the default”. */
const NOINDEX_KEYS: ReadonlyMap<string, (value: string) => boolean> = new Map([
  ['_yoast_wpseo_meta-robots-noindex', isOne],
  ['rank_math_robots', listsNoindex],
  ['_aioseop_noindex', isOn],
  ['_aioseo_noindex', isOn],
  ['_aioseo_robots_noindex', isOn],
  ['_seopress_robots_index', isOn],
  ['_seopress_robots_snippet', isOn],
  ['_genesis_noindex', isOne],
  ['_wds_meta-robots-noindex', isOne],
  ['_su_meta_robots_noindex', isOn],
  ['_sq_noindex', isOn],
  ['jetpack_seo_noindex', isOn],
  // wpSEO and Premium SEO Pack.
  ['_wpseo_edit_robots', (value) => /^[345]$/.test(value)],
  ['psp_meta', (value) => /"robots_index";s:\d+:"noindex"/.test(value)],
  ['surerank_settings_general', switchesNoindex],
  ['_siteseo_robots_index', isOn],
  ['_siteseo_robots_snippet', isOn],
  // The Events Calendar leaves these events out of its lists.
  ['_EventHideFromUpcoming', isOn],
]);

/** Other keys that hold the value of a robots tag, or a switch for it. */
const ROBOTS = /(?:^|[_-])(?:meta)?(?:robots?|metaindex|no_?index)(?:meta)?(?:$|[_-])/i;
/** Switches that keep an item from programs and sitemaps. */
const LEFT_OUT =
  /(?:^|_)(?:excluded?|hide|hidden|block|disallow|skip|ignore)[_-](?:from[_-])?(?:ai|llms?(?:[_-]?txt)?|(?:xml[_-])?sitemaps?)$|(?:^|_)(?:ai|llms?(?:[_-]?txt)?|sitemap|xmlsf)[_-](?:excluded?|hidden|hide|disallow|opt[_-]?out)$|(?:^|_)no[_-]?(?:ai|llms?)$|^_?unlisted$/i;
/** Keys of extensions that send visitors of an item to another address, some with the key of a switch. */
const REDIRECTS: Readonly<Record<string, string | undefined>> = {
  _yoast_wpseo_redirect: undefined,
  _links_to: undefined,
  _wds_redirect: undefined,
  // Genesis and The SEO Framework.
  redirect: undefined,
  _pprredirect_url: '_pprredirect_active',
  _seopress_redirections_value: '_seopress_redirections_enabled',
};
const REDIRECT_KEYS: ReadonlySet<string> = new Set([
  ...Object.entries(REDIRECTS).flatMap(([key, by]) => (by === undefined ? key : [key, by])),
  '_seopress_redirections_logged_status',
]);

const isNoindexSwitch = (key: string, value: string) =>
  LEFT_OUT.test(key) || /no_?(?:index|snippet)$/i.test(key)
    ? isOn(value)
    : ROBOTS.test(key) && (listsNoindex(value) || switchesNoindex(value));

const SLIM_SEO = 'slim_seo';
/** Ids and addresses of the image for cards. */
const IMAGE_KEYS = words(`
  _yoast_wpseo_opengraph-image-id _yoast_wpseo_opengraph-image rank_math_facebook_image_id
  rank_math_facebook_image _seopress_social_fb_img _social_image_id _social_image_url
`);

/** True for a post meta key that `readSeoMeta` understands. */
export function isSeoKey(key: string): boolean {
  return (
    TEXT_KEYS.has(key) ||
    NOINDEX_KEYS.has(key) ||
    IMAGE_KEYS.includes(key) ||
    REDIRECT_KEYS.has(key) ||
    key === SLIM_SEO ||
    ROBOTS.test(key) ||
    LEFT_OUT.test(key)
  );
}

/**
 * Collects the stored values of SEO extensions. A text with a variable that only the site can fill in is left out, so
 * that the entry's own title or excerpt is used.
 * @param meta post meta by key
 * @param own the entry's own texts
 */
export function readSeoMeta(
  meta: ReadonlyMap<string, string>,
  own: Omit<TemplateValues, 'focusKeyword'>,
): SeoMeta {
  const seo: SeoMeta = { noindex: false };
  if (meta.size === 0) return seo;
  // The focus keyword first: templates may name it.
  const keys = [...TEXT_KEYS].sort(
    ([, a], [, b]) => Number(b === 'focusKeyword') - Number(a === 'focusKeyword'),
  );
  for (const [key, field] of keys) {
    const value = meta.get(key);
    if (value !== undefined) take(seo, field, value, own);
  }
  readSlimSeo(seo, meta.get(SLIM_SEO), own);
  const image = IMAGE_KEYS.map((key) => meta.get(key)?.trim()).find(
    (value) => value !== undefined && /^(?:[1-9]\d{0,14}$|https?:\/\/)/.test(value),
  );
  if (image !== undefined) seo.image = /^\d+$/.test(image) ? Number(image) : image;
  seo.noindex = noindexKey(meta) !== undefined;
  return seo;
}

/** The post meta by which an extension keeps the item out of search engines, or from visitors. */
export function noindexKey(meta: ReadonlyMap<string, string>): string | undefined {
  for (const [key, test] of NOINDEX_KEYS) {
    const value = meta.get(key);
    if (value !== undefined && test(value.trim())) return key;
  }
  for (const [key, value] of meta) {
    if (!NOINDEX_KEYS.has(key) && isNoindexSwitch(key, value.trim())) return key;
  }
  if (slimSeoNoindex(meta.get(SLIM_SEO))) return SLIM_SEO;
  return redirectKey(meta);
}

/** The robots tags among the post meta, as written: `noarchive, unavailable_after: 2025-01-01`. */
export function robotsTags(meta: ReadonlyMap<string, string>): readonly string[] {
  return [...meta].flatMap(([key, value]) => {
    const read = ROBOTS.test(key) ? readPhpSerialized(value) : undefined;
    if (typeof read !== 'object' || read === null) return ROBOTS.test(key) ? [value] : [];
    return Object.entries(read).flatMap(([name, text]) =>
      isScalar(text) ? (/^\d+$/.test(name) ? String(text) : `${name}: ${text}`) : [],
    );
  });
}

/** The post meta that sends visitors to another address, so that they don't see the item. */
export function redirectKey(meta: ReadonlyMap<string, string>): string | undefined {
  if (meta.get('_seopress_redirections_logged_status')?.trim() === 'only_logged_in') return undefined;
  const [key] =
    Object.entries(REDIRECTS).find(
      ([key, by]) =>
        /^(?:https?:|\/)/.test(meta.get(key)?.trim() ?? '') && (!by || isOn(meta.get(by)?.trim() ?? '')),
    ) ?? [];
  return key;
}

function take(seo: SeoMeta, field: SeoField, value: string, own: Omit<TemplateValues, 'focusKeyword'>): void {
  const written = field === 'focusKeyword' ? (value.split(',')[0] ?? '') : value;
  const text = fillTemplate(written.trim(), { ...own, focusKeyword: seo.focusKeyword ?? '' });
  if (text === undefined || text === '' || seo[field] !== undefined) return;
  // A template for all pages gives the entry's own title.
  if (field === 'title' && text === own.title && text !== written.trim()) return;
  seo[field] = text;
}

function readSlimSeo(
  seo: SeoMeta,
  text: string | undefined,
  own: Omit<TemplateValues, 'focusKeyword'>,
): void {
  const value = text === undefined ? undefined : readPhpSerialized(text);
  if (typeof value !== 'object' || value === null) return;
  for (const field of ['title', 'description', 'canonical'] as const) {
    const part = value[field];
    if (typeof part === 'string') take(seo, field, part, own);
  }
}

function slimSeoNoindex(text: string | undefined): boolean {
  const value = text === undefined ? undefined : readPhpSerialized(text);
  if (typeof value !== 'object' || value === null) return false;
  const noindex = value['noindex'];
  return noindex === true || noindex === 1 || noindex === '1';
}

/** The values that a template of an SEO extension may name. */
interface TemplateValues {
  /** The name of the site. */
  readonly site: string;
  readonly title: string;
  readonly excerpt: string;
  readonly categories: readonly string[];
  readonly tags: readonly string[];
  readonly focusKeyword: string;
}

/** Template variables of the extensions: `%%title%%`, `%sep%`, `#post_title`, `{{ post.title }}`. */
const VARIABLE = /%%?[a-z_][\w-]*(?:\([^)%]*\))?%%?|#[a-z]+(?:_[a-z]+)+\b|\{\{[^}]*\}\}/gi;
const SITE = /^(?:site_?(?:name|title)|blog_?title|blogname)$/;
const SEPARATOR = /^(?:sep|separator|separator_sa)$/;
/** Stands for the name of the site or a separator. */
const [SITE_MARK, SEPARATOR_MARK] = ['\u0001', '\u0002'];

/**
 * A text of an SEO extension with its variables filled in. The name of the site at the end is left out, since page
 * titles end in it anyway.
 * @returns undefined where a variable is known only to the site
 */
function fillTemplate(text: string, values: TemplateValues): string | undefined {
  if (text.search(VARIABLE) < 0) return text;
  let isKnown = true;
  const filled = text.replace(VARIABLE, (written) => {
    const name = written
      .toLowerCase()
      .replace(/\(.*\)/, '')
      .replace(/[^\w.]+/g, '')
      .replace(/^post[._]|^site\.(?=title)/, (prefix) => (prefix === 'site.' ? 'site_' : ''));
    const value = variable(name, values);
    isKnown &&= value !== undefined;
    return value ?? '';
  });
  if (!isKnown) return undefined;
  const divider = `[\\s${SEPARATOR_MARK}|–—·•»«:~*-]*`;
  return filled
    .replace(new RegExp(`${divider}${SITE_MARK}${divider}$|^${divider}${SITE_MARK}${divider}`, 'g'), '')
    .replace(new RegExp(`^${divider}|[\\s${SEPARATOR_MARK}]*$`, 'g'), '')
    .replaceAll(SITE_MARK, values.site)
    .replaceAll(SEPARATOR_MARK, '-')
    .replace(/\s+/g, ' ')
    .trim();
}

function variable(
  name: string,
  { title, excerpt, categories, tags, focusKeyword }: TemplateValues,
): string | undefined {
  if (SITE.test(name)) return SITE_MARK;
  if (SEPARATOR.test(name)) return SEPARATOR_MARK;
  if (/^(?:page|pagenumber|page_number|current_pagination)$/.test(name)) return '';
  if (name === 'title') return title;
  if (/^(?:excerpt|excerpt_only|seo_description|auto_description)$/.test(name)) return excerpt || undefined;
  if (/^(?:primary_category|category_primary|_?category_title)$/.test(name)) return categories[0];
  if (/^(?:category|categories)$/.test(name)) return categories.join(', ') || undefined;
  if (/^(?:tag|tags)$/.test(name)) return tags.join(', ') || undefined;
  return /^focus_?(?:kw|keyword)$/.test(name) ? focusKeyword || undefined : undefined;
}
