import { bool, field, int, patternList, readNumber } from '../fields.js';
import { asText, cleanAddress } from '../text.js';

/** Which public surfaces exist. */
export const surfaces = {
  enable_llms_txt: bool(true, {
    text: 'Serve `/llms.txt` and announce it in Link headers and in the documents map.',
    feature: 'llms.txt',
  }),
  enable_llms_full: bool(true, { text: 'Serve `/llms-full.txt`.', feature: 'llms-full.txt' }),
  llms_full_posts: int(
    50,
    { min: 1, max: 500 },
    { text: 'Maximum number of entries of a type in `/llms-full.txt`.', feature: 'llms-full.txt' },
  ),
  llms_full_max_kb: int(
    900,
    { min: 64, max: 20480 },
    {
      text: 'Size limit of `/llms-full.txt` in KB; it ends with a link to the index.',
      feature: 'llms-full.txt',
    },
  ),
  enable_markdown: bool(true, {
    text: 'Serve a Markdown twin of every public page, and negotiate it by `Accept`.',
    feature: 'Markdown twins',
  }),
  enable_robots: bool(true, {
    text: 'Add the content signal, the training blocklist and the sitemap line to `robots.txt`.',
    feature: 'robots.txt',
  }),
  enable_schema: bool(true, { text: 'Put JSON-LD into pages.', feature: 'JSON-LD' }),
  enable_sitemap: bool(true, { text: 'Write a sitemap if the site has no other.', feature: 'sitemap' }),
  enable_changes: bool(true, {
    text: 'Serve the change feed and record tombstones.',
    feature: 'change feed',
  }),
  enable_security_txt: bool(false, {
    text: 'Generate `security.txt`; it needs a contact, and your own file takes precedence.',
    feature: 'security.txt',
  }),
  enable_signing: bool(true, {
    text: 'Sign the discovery JSON documents and serve the key directory.',
    feature: 'response signing',
  }),
  enable_webmcp: bool(false, {
    text: 'Add a small page script that offers read-only tools to agents inside the browser.',
    feature: 'WebMCP',
  }),
  webmcp_hidden_tools: patternList(
    '`[A-Za-z0-9._/-]`, unique',
    (text) => text.replace(/[^A-Za-z0-9._/-]+/g, ''),
    { text: "Tools that the page script doesn't offer.", feature: 'WebMCP' },
  ),
  enable_topics: bool(true, {
    text: 'Give pages topics: JSON-LD keywords and Markdown front matter.',
    feature: 'topics',
  }),
  topics_derive_default: bool(true, {
    text: 'Derive topics from tags and categories for pages without topics.',
    feature: 'topics',
  }),
  topics_max: int(
    12,
    { min: 1, max: 50 },
    { text: 'Maximum number of topics of a page.', feature: 'topics' },
  ),
  enable_ai_description: bool(true, {
    text: 'Give pages a description: JSON-LD and the lead of the Markdown twin.',
    feature: 'descriptions',
  }),
  ai_description_meta_tag: bool(true, {
    text: 'Also write the description as a meta tag, unless an SEO extension does.',
    feature: 'descriptions',
  }),
  enable_seo_titles: bool(true, {
    text: 'Use the SEO title of a page in its document title, unless an SEO extension owns titles.',
    feature: 'SEO titles',
  }),
  enable_social_cards: bool(true, {
    text: 'Add Open Graph and X card tags that are missing.',
    feature: 'social cards',
  }),
  enable_canonicals: bool(true, {
    text: 'Add a missing canonical link to the front page and to archives, except on page 2 and later.',
    feature: 'canonical links',
  }),
  social_default_image: field<number | string>(
    0,
    'media id or site path',
    'whole number ≥ 0, a path that starts with `/`, or a URL',
    { text: 'Image for social cards of pages without an image; 0 for none.', feature: 'social cards' },
    readImage,
  ),
  enable_ask_ai: bool(true, {
    text: 'Show links under articles that ask an assistant about the page.',
    feature: 'ask-an-assistant links',
  }),
};

function readImage(input: unknown, stored: number | string): number | string {
  const number = readNumber(input);
  if (number !== undefined) return Math.min(Number.MAX_SAFE_INTEGER, Math.max(0, Math.trunc(number)));
  const text = asText(input)?.trim();
  if (text === undefined) return stored;
  return cleanAddress(text) || 0;
}
