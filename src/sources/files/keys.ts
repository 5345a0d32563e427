import { words } from '../../core/text.js';

/** The synonyms of each front-matter key, by meaning, those of dates in any spelling. The first that has a value counts. */
export const KEYS = {
  date: [
    ...words(`
      date pubDate pubDatetime published published_at publishedDate publishedOn datePublished
    `),
    ...['publicationDate', 'postDate', 'created', 'createdAt', 'dateCreated', 'creationDate'],
  ],
  modified: [
    ...words(`
      lastmod updated updatedDate modDatetime updated_at updatedOn lastUpdated lastUpdate modified
    `),
    ...['last_modified_at', 'lastModified', 'modifiedDate', 'modifiedAt', 'dateModified'],
  ],
  excerpt: ['excerpt', 'summary'],
  image: words(`
    image cover featured_image featuredImage hero heroImage thumbnail ogImage coverImage
  `),
  imageAlt: ['imageAlt', 'image_alt', 'cover_alt', 'coverAlt', 'heroImageAlt', 'featured_image_alt'],
  canonical: ['canonical', 'canonical_url', 'canonicalLink', 'rel_canonical'],
  description: ['description', 'seo_description', 'metaDescription'],
  topicsDerive: ['topics_derive', 'topicsDerive'],
  focus: ['focus', 'focus_keyword', 'focusKeyword'],
  seoTitle: ['seo_title', 'seoTitle', 'meta_title', 'metaTitle'],
} as const;

/** Tables of front matter with further keys about the page: of Hugo, Zola, Nuxt, CMSs and others. */
export const TABLES: ReadonlySet<string> = new Set(
  words(`
    params extra custom data options settings properties meta metadata matter frontmatter page post entry
    article document doc cms acf wp wordpress fields attributes info seo yoast workflow publication
    publishing status state visibility sys editorial flags config security notion ghost hugo jekyll blog dg
  `),
);

/** A key in lower case, without hyphens, underscores, white space and invisible characters. */
export function foldKey(key: string): string {
  return key.toLowerCase().replace(/[-_\s\p{Cf}]+/gu, '');
}
