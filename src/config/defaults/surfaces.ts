import {
  bool,
  field,
  idList,
  int,
  list,
  MAX_ITEMS,
  ofFeature,
  patternList,
  readId,
  readNumber,
  type SanitiseContext,
  textItem,
  urlText,
} from '../fields.js';
import { asText, cleanAddress, cleanSlug } from '../text.js';

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

/** Which content agents may see, and which is checked. */
export const content = {
  ...ofFeature('content scope', {
    post_types: field<readonly string[]>(
      ['post', 'page'],
      'list of slugs',
      'existing types only; an empty choice keeps the stored one, else the default',
      'Content types that agents may see, in every document.',
      readTypes,
    ),
    post_types_vetoed: patternList(
      'slugs, kept even when the type is gone',
      cleanSlug,
      'Types that agents never see, whatever a hook decides.',
    ),
  }),
  ...ofFeature('content checks', {
    enable_page_checks: bool(true, 'Run the readability checks on content.'),
    evergreen_categories: list<number | string>(
      {
        kind: 'list of ids or slugs',
        rule: `positive ids or category slugs, unique, at most ${MAX_ITEMS}`,
        item: (input) => readId(input) ?? textItem(input, categorySlug),
      },
      'Categories whose pages the freshness check ignores.',
    ),
    optimize_ignored: idList('Pages set aside from the content checks.'),
    check_types_off: patternList('slugs', cleanSlug, "Types that aren't checked."),
    check_types_seen: patternList(
      'slugs',
      cleanSlug,
      'Types that the check for large types has already handled.',
    ),
    findings_dismissed: patternList('slugs', cleanSlug, 'Findings that you have dismissed.'),
  }),
  ...ofFeature('exposed files', {
    exposed_extra_paths: patternList(
      '`[A-Za-z0-9._~/-]`',
      (text) => text.replace(/[^A-Za-z0-9._~/-]+/g, ''),
      'More paths that the exposed-files check looks at.',
    ),
  }),
  ...ofFeature('citation checks', {
    enable_visibility: bool(
      false,
      'Check whether answer engines cite the site, and add the rung Cited to the score.',
    ),
  }),
};

/** Slugs of categories may be in any script; `-5` and `0` are failed ids, not slugs. */
function categorySlug(text: string): string {
  const slug = text.toLowerCase().replace(/[^\p{L}\p{N}_-]+/gu, '');
  return /^-?\d*$/.test(slug) ? '' : [...slug].slice(0, 200).join('');
}

/**
 * A choice is narrowed to types that exist. One that leaves nothing is ignored: it would either hide the
 * whole site or be widened to everything, and neither was chosen.
 */
function readTypes(input: unknown, stored: readonly string[], context: SanitiseContext): readonly string[] {
  const asked = patternList('', cleanSlug, '').read(input, [], context);
  const kept = asked.filter((type) => context.types.includes(type));
  if (kept.length > 0) return kept;
  return stored.length > 0 ? stored : ['post', 'page'];
}

/** The contents of the discovery documents. */
export const discovery = {
  ...ofFeature('discovery.json', {
    rest_namespaces: patternList(
      'lower case, `[a-z0-9/_-]`, unique',
      (text) => text.toLowerCase().replace(/[^a-z0-9/_-]+/g, ''),
      'API namespaces that are published in discovery.',
    ),
    suppressed_resources: patternList(
      'lower case, `[a-z0-9-]`, unique',
      cleanResourceId,
      'Ids of resources hidden from every document.',
    ),
  }),
  ...ofFeature('protected-resource metadata', {
    oauth_auth_server: urlText(
      'Issuer of an external authorization server; switches the site-wide RFC 9728 document on.',
    ),
  }),
  ...ofFeature('discovery.json', {
    hold_back_changing_jobs: bool(
      false,
      'Keep every ability that changes something out of public documents.',
    ),
  }),
};

function cleanResourceId(text: string): string {
  // Linear trims: a pattern such as /-+$/ is quadratic on long runs of hyphens.
  const id = text
    .toLowerCase()
    .replace(/[^a-z0-9-]+/g, '')
    .slice(0, 300);
  let start = 0;
  let end = id.length;
  while (start < end && id[start] === '-') start += 1;
  while (end > start && id[end - 1] === '-') end -= 1;
  return id.slice(start, end);
}

/** How to treat caches in front of the service. */
export const caching = {
  ...ofFeature('caching', {
    bypass_shared_cache: bool(false, 'Keep agent files out of caches: `Cache-Control: no-store`.'),
    purge_cache_on_change: bool(true, 'Run the configured purge hook after a build that changed something.'),
  }),
  ...ofFeature('IndexNow', {
    indexnow_enabled: bool(false, 'Announce changed addresses to IndexNow after a build.'),
  }),
};
