/** The head of an export: site, authors and terms. */

import { attempt } from '../../core/attempt.js';
import { withoutUndefined } from '../../core/json.js';
import { words } from '../../core/text.js';
import { publicName } from '../names.js';
import type { RawAuthor, RawSite, RawTerm } from '../port.js';
import { isStandardTagline } from '../standard-tagline.js';
import type { Fields } from './fields.js';

/** Taxonomies for internal use by WordPress and its extensions; their terms are not topics of the site. */
const INTERNAL_TAXONOMIES = new Set(
  words(`
    nav_menu link_category post_format wp_theme wp_template_part_area wp_pattern_category author language
    term_language post_translations term_translations translation_priority product_type product_visibility
    product_shipping_class elementor_library_type
  `),
);

/** True for a public taxonomy. */
export function isPublicTaxonomy(taxonomy: string): boolean {
  return taxonomy !== '' && !INTERNAL_TAXONOMIES.has(taxonomy);
}

/** `post_tag` is called `tag` everywhere else. */
export function taxonomyName(taxonomy: string): string {
  return taxonomy === 'post_tag' ? 'tag' : taxonomy;
}

/**
 * An author under the display name, else under first and last name, without an e-mail address in it. A
 * login or an e-mail address is never used as a name: a new account's display name is its login.
 * @returns undefined when no publishable name is known
 */
export function readAuthor(fields: Fields): RawAuthor | undefined {
  const key = fields.get('wp:author_login');
  const full = `${fields.get('wp:author_first_name')} ${fields.get('wp:author_last_name')}`.trim();
  const name = [fields.get('wp:author_display_name'), full]
    .filter((text) => text !== key)
    .map((text) => (/\S@\S/.test(text) ? publicName(text) : text))
    .find((text) => text !== '' && text !== key);
  return key === '' || name === undefined ? undefined : { key, name };
}

/** Reads `wp:category`, `wp:tag` or `wp:term`; undefined for an internal taxonomy or a term without a slug. */
export function readTerm(fields: Fields): RawTerm | undefined {
  const [taxonomy, prefix, nameField] = termFields(fields);
  const slug = decodeSlug(fields.get(`${prefix}_slug`) || fields.get(`${prefix}_nicename`));
  if (slug === '' || !isPublicTaxonomy(taxonomy)) return undefined;
  const parent = decodeSlug(fields.get(`${prefix}_parent`));
  const description = fields.get(`${prefix}_description`);
  return {
    taxonomy: taxonomyName(taxonomy),
    slug,
    name: fields.get(nameField) || slug,
    ...(parent === '' ? {} : { parent }),
    ...(description === '' ? {} : { description }),
  };
}

function termFields(fields: Fields): readonly [taxonomy: string, prefix: string, name: string] {
  if (fields.element.node.name === 'wp:category') return ['category', 'wp:category', 'wp:cat_name'];
  if (fields.element.node.name === 'wp:tag') return ['post_tag', 'wp:tag', 'wp:tag_name'];
  return [fields.get('wp:term_taxonomy'), 'wp:term', 'wp:term_name'];
}

/** The fields in the head of the channel, in any order. */
export interface HeadFields {
  title?: string;
  link?: string;
  description?: string;
  language?: string;
  blogUrl?: string;
  siteUrl?: string;
  icon?: string;
  version?: string;
}

const HEAD_NAMES: ReadonlyMap<string, keyof HeadFields> = new Map([
  ['title', 'title'],
  ['link', 'link'],
  ['description', 'description'],
  ['language', 'language'],
  ['wp:base_blog_url', 'blogUrl'],
  ['wp:base_site_url', 'siteUrl'],
  ['image', 'icon'],
  ['wp:wxr_version', 'version'],
]);

/** Keeps one child of the channel when it is about the site; the first of a repeated one counts. */
export function readHeadField(head: HeadFields, name: string, text: string): void {
  const field = HEAD_NAMES.get(name);
  if (field !== undefined && text !== '') head[field] ??= text;
}

/** True for a child of the channel that `readHeadField` keeps. */
export function isHeadField(name: string): boolean {
  return HEAD_NAMES.has(name);
}

/** The site as its export describes it; the blog's address is the base, in a network not the network's. */
export function toSite(head: HeadFields): RawSite {
  const baseUrl = [head.blogUrl, head.link, head.siteUrl].find(isAddress)?.replace(/\/+$/, '');
  const lang = head.language?.replaceAll('_', '-');
  const { description = '' } = head;
  return withoutUndefined({
    title: head.title,
    description: description === '' || isStandardTagline(description) ? undefined : description,
    baseUrl,
    lang,
    logo: head.icon,
  });
}

/** Cleaned exports hold `http:` or nothing where the address was. */
function isAddress(text: string | undefined): text is string {
  return text !== undefined && /^https?:\/\/[^/]/i.test(text);
}

/**
 * Decodes a slug or nicename, which the export holds percent-encoded (`%e8%87%aa` for `自`), to NFC. A slug that was
 * cut in the middle of a character stays as it is.
 */
export function decodeSlug(slug: string): string {
  if (!slug.includes('%')) return slug.normalize('NFC');
  return attempt(() => decodeURIComponent(slug).normalize('NFC')) ?? slug;
}
