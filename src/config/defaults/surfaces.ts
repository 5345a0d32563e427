import { bool, field, int, ofFeature, patternList, readNumber } from '../fields.js';
import { asText, cleanAddress } from '../text.js';

/** Which public documents exist. */
export const surfaces = {
  ...ofFeature('llms.txt', {
    enable_llms_txt: bool(
      true,
      'Serve `/llms.txt` and announce it in Link headers and in the documents map.',
    ),
  }),
  ...ofFeature('llms-full.txt', {
    enable_llms_full: bool(true, 'Serve `/llms-full.txt`.'),
    llms_full_posts: int(
      50,
      { min: 1, max: 500 },
      'Maximum number of entries of a type in `/llms-full.txt`.',
    ),
    llms_full_max_kb: int(
      900,
      { min: 64, max: 20480 },
      'Size limit of `/llms-full.txt` in KB; it ends with a link to the index.',
    ),
  }),
  ...ofFeature('Markdown twins', {
    enable_markdown: bool(true, 'Serve a Markdown twin of every public page, and negotiate it by `Accept`.'),
  }),
  ...ofFeature('robots.txt', {
    enable_robots: bool(
      true,
      'Add the content signal, the training blocklist and the sitemap line to `robots.txt`.',
    ),
  }),
  ...ofFeature('JSON-LD', {
    enable_schema: bool(true, 'Put JSON-LD into pages.'),
  }),
  ...ofFeature('sitemap', {
    enable_sitemap: bool(true, 'Write a sitemap if the site has no other.'),
  }),
  ...ofFeature('change feed', {
    enable_changes: bool(true, 'Serve the change feed and record tombstones.'),
  }),
  ...ofFeature('security.txt', {
    enable_security_txt: bool(
      false,
      'Generate `security.txt`; it needs a contact, and your own file takes precedence.',
    ),
  }),
  ...ofFeature('response signing', {
    enable_signing: bool(true, 'Sign the discovery JSON documents and serve the key directory.'),
  }),
  ...ofFeature('WebMCP', {
    enable_webmcp: bool(
      false,
      'Add a small page script that offers read-only tools to agents inside the browser.',
    ),
    webmcp_hidden_tools: patternList(
      '`[A-Za-z0-9._/-]`, unique',
      (text) => text.replace(/[^A-Za-z0-9._/-]+/g, ''),
      "Tools that the page script doesn't offer.",
    ),
  }),
  ...ofFeature('topics', {
    enable_topics: bool(true, 'Give pages topics: JSON-LD keywords and Markdown front matter.'),
    topics_derive_default: bool(true, 'Derive topics from tags and categories for pages without topics.'),
    topics_max: int(12, { min: 1, max: 50 }, 'Maximum number of topics of a page.'),
  }),
  ...ofFeature('descriptions', {
    enable_ai_description: bool(true, 'Give pages a description: JSON-LD and the lead of the Markdown twin.'),
    ai_description_meta_tag: bool(
      true,
      'Also write the description as a meta tag, unless an SEO extension does.',
    ),
  }),
  ...ofFeature('SEO titles', {
    enable_seo_titles: bool(
      true,
      'Use the SEO title of a page in its document title, unless an SEO extension owns titles.',
    ),
  }),
  ...ofFeature('social cards', {
    enable_social_cards: bool(true, 'Add Open Graph and X card tags that are missing.'),
  }),
  ...ofFeature('canonical links', {
    enable_canonicals: bool(
      true,
      'Add a missing canonical link to the front page and to archives, except on page 2 and later.',
    ),
  }),
  ...ofFeature('social cards', {
    social_default_image: field<number | string>(
      0,
      'media id or site path',
      'whole number ≥ 0, a path that starts with `/`, or a URL',
      'Image for social cards of pages without an image; 0 for none.',
      readImage,
    ),
  }),
  ...ofFeature('ask-an-assistant links', {
    enable_ask_ai: bool(true, 'Show links under articles that ask an assistant about the page.'),
  }),
};

function readImage(input: unknown, stored: number | string): number | string {
  const number = readNumber(input);
  if (number !== undefined) return Math.min(Number.MAX_SAFE_INTEGER, Math.max(0, Math.trunc(number)));
  const text = asText(input)?.trim();
  if (text === undefined) return stored;
  return cleanAddress(text) || 0;
}
