/** Reads the head of a built page. */

import { decodeHTML } from 'entities';
import type { Element, Root } from 'hast';
import type { PrivacyRules } from '../../config/config.js';
import { findAll, property, walk } from '../../content/html/element.js';
import { isRobotsName, saysNoindex, unavailableAfter } from '../../content/html/robots.js';
import { plainText, visibleText } from '../../content/html/text.js';
import { valueRestricts } from '../../content/privacy/privacy.js';
import { memoisedByObject } from '../../core/memoised.js';
import { addTo } from '../../core/multimap.js';
import { isJsonLd } from '../../core/net/media-type.js';
import { keyThatHolds } from '../files/access-keys.js';
import { timesOfMetas } from '../files/date-values.js';
import type { RawEntry } from '../port.js';
import { type LinkedData, linkedTexts } from './json-ld.js';

/** A `<link>` of a page. */
interface PageLink {
  readonly rel: string;
  readonly href: string;
  readonly hreflang: string;
  readonly title: string;
}

/** A `<meta>` with rules for crawlers. */
export interface RobotsTag {
  readonly name: string;
  readonly content: string;
}

/** The data of a page outside its text. */
export interface PageHead {
  readonly lang: string;
  readonly title: string;
  /** The page's base address for relative ones, if it has one. */
  readonly base: string;
  /** The target of an immediate forward; empty without one. */
  readonly refresh: string;
  readonly links: readonly PageLink[];
  /** Texts of the scripts that hold JSON-LD. */
  readonly jsonLd: readonly string[];
  /** The meta tags with rules for crawlers, those for readers without scripts included. */
  readonly robots: readonly RobotsTag[];
  /** The names, properties and itemprops of its `<meta>`, in lower case. */
  readonly metaNames: readonly string[];
  /** The values of a `<meta>` by its name, property or itemprop, in lower case. */
  metas(name: string): readonly string[];
  /** The first value of the first of these that has one. */
  meta(...names: readonly string[]): string;
}

/** Parts of a page whose content is not its own. */
const FOREIGN = new Set(['noscript', 'template', 'svg', 'math', 'iframe']);

/** Elements with data about the page, wherever they stand. */
const HEAD = new Set(['html', 'title', 'base', 'link', 'script', 'meta']);

/** Reads the metadata of a document, or of just its start. */
export function readHead(document: Root): PageHead {
  const metas = new Map<string, string[]>();
  const links: PageLink[] = [];
  const jsonLd: string[] = [];
  const scripts: Element[] = [];
  const robots: RobotsTag[] = [];
  let [lang, base, refresh, refreshWithoutScript] = ['', '', '', ''];
  const addRobots = (element: Element): void => {
    robots.push(...robotsTags(element));
  };
  const readWithoutScript = (element: Element): undefined => {
    addRobots(element);
    if (element.tagName === 'meta') refreshWithoutScript ||= refreshTarget(element);
  };
  let title: string | undefined;
  walk(document, (element) => {
    const { tagName } = element;
    if (tagName === 'noscript') walk(element, readWithoutScript);
    if (!HEAD.has(tagName)) return !FOREIGN.has(tagName);
    if (tagName === 'html') lang = property(element, 'lang');
    else if (tagName === 'title') title ??= visibleText({ type: 'root', children: element.children });
    else if (tagName === 'base') base ||= property(element, 'href');
    else if (tagName === 'link') links.push(toLink(element));
    else if (tagName === 'script' && isJsonLd(property(element, 'type'))) jsonLd.push(scriptText(element));
    else if (tagName === 'script') scripts.push(element);
    else if (tagName === 'meta') {
      refresh ||= refreshTarget(element);
      addMeta(metas, element);
      addRobots(element);
    }
    return true;
  });
  // Javadoc's script comes before the refresh for browsers without scripts.
  if (scripts.some((script) => sendsTo(script, refreshWithoutScript))) refresh ||= refreshWithoutScript;
  refresh ||= scripts.map((script) => ALIAS.exec(scriptText(script))?.[1]).find(Boolean) ?? '';
  const all = (name: string): readonly string[] => metas.get(name) ?? [];
  const meta = (...names: readonly string[]) => names.map((name) => all(name)[0] ?? '').find(Boolean) ?? '';
  const metaNames = [...metas.keys()];
  return { lang, title: title ?? '', base, refresh, links, jsonLd, robots, metaNames, metas: all, meta };
}

function toLink(element: Element): PageLink {
  return {
    rel: property(element, 'rel').toLowerCase(),
    href: property(element, 'href'),
    hreflang: property(element, 'hrefLang'),
    title: property(element, 'title'),
  };
}

function scriptText(element: Element): string {
  return element.children.map((child) => (child.type === 'text' ? child.value : '')).join('');
}

/** How the pages that Quarto writes for aliases name the page to which they redirect. */
const ALIAS = /^\s*var redirects = \{"":"([^"\\]+)"[^}]*\};[\s\S]*\blocation\.replace\(redirect\);\s*$/;

/** Returns true if a script redirects to the same address as the refresh for browsers without scripts. */
function sendsTo(script: Element, target: string): boolean {
  if (target === '') return false;
  const text = scriptText(script);
  return /\blocation\b/.test(text) && text.includes(target);
}

/** A longer delay lets readers read the page: not a forward, but slides or a page that refreshes itself. */
const LATE = 60;

/** `0; url=/there/`, with all the freedom that browsers allow; Javadoc writes `0;there.html`. */
function refreshTarget(element: Element): string {
  if (property(element, 'httpEquiv').toLowerCase() !== 'refresh') return '';
  const written = property(element, 'content').trim();
  const [, time = '', name = '', target = ''] = /^([\d.]*)[\s;,]*(url\s*=\s*)?(.*)$/is.exec(written) ?? [];
  if (time + name === '' || Number(time) >= LATE) return '';
  return /^(["'])(.*?)\1/s.exec(target)?.[2] ?? target;
}

function addMeta(metas: Map<string, string[]>, element: Element): void {
  const content = property(element, 'content');
  if (content === '') return;
  for (const key of ['name', 'property', 'itemProp']) {
    const name = property(element, key).toLowerCase();
    if (name === '') continue;
    addTo(metas, name, content);
  }
}

/** The header equivalent of a robots tag; some pages write it as `http-equiv`. */
const ROBOTS_HEADER = 'x-robots-tag';

function robotsTags(element: Element): readonly RobotsTag[] {
  const content = property(element, 'content');
  if (element.tagName !== 'meta' || content === '') return [];
  return ['name', 'property', 'itemProp', 'httpEquiv']
    .map((key) => property(element, key).toLowerCase())
    .filter((name) => isRobotsName(name) || name === ROBOTS_HEADER)
    .map((name) => ({ name, content }));
}

/** The page's rules for indexes. */
export function readRobots(
  head: PageHead,
  { article, page }: Pick<LinkedData, 'article' | 'page'>,
  timeZone: string,
): Pick<RawEntry, 'noindex' | 'expires'> {
  const tags = head.robots.map(({ content }) => content);
  const { ends } = timesOfMetas(namedMetas(head), timeZone);
  const named = [article, page].flatMap((node) => linkedTexts(node?.['expires']));
  const inTags = unavailableAfter([...tags, ...named.map((time) => `unavailable_after: ${time}`)], timeZone);
  const expires = Math.min(...ends, inTags ?? Number.POSITIVE_INFINITY);
  return { noindex: tags.some(saysNoindex), ...(Number.isFinite(expires) && { expires }) };
}

/** Meta tags that say who may read a page: of Open Graph, Dublin Core and individual sites. */
const READERS =
  /(?:^|[:.])(?:visibility|(?:article|content|page|user)?access|access-?(?:level|rights)|content[-_]tier|restrictions:content)$/;

/** Switches by which a page isn't public, those of publishers among them: `tp:premium`, `cXenseParse:pmf-premium`. */
const SWITCH =
  /(?:^|[:.])(?:is[-_]?|pmf-)?(?:draft|private|premium|paid|paywall(?:ed)?|locked|(?:members?|subscribers?)[-_]?only|requires?[-_]?login)$/;
/** The state of a page, such as `quarto:status`, which Quarto writes into drafts. The status of a specification doesn't count. */
const STATE = /^(?:quarto:|article:|page[-_]|post[-_]|publish(?:ing)?[-_]|publication[-_])status$/;
const UNPUBLISHED = /^(?:draft|unpublished|private|pending)$/i;
/** How confidential a page is; `iu` is for internal use. */
const SECRECY = /^(?:data-?)?(?:classification|security|sensitivity|distribution)$/;
const SECRET = /^(?:internal|internal use(?: only)?|iu|confidential|restricted|private|secret)$/i;
const [ON, OFF] = [/^(?:true|yes|1|required)$/i, /^(?:false|no|0)$/i];

/** Metas whose words are topics, belong to the readers of a manual or a journal, or have rules of their own. */
const OTHER_METAS =
  /(?:^|[:.])(?:title|description|keywords|subject|category|classification|distribution|coverage|rating|target|section|scope|type|roles?|identifier|template|layout|cache|env(?:ironment)?|status|state|stage)$|^(?:citation|prism|twitter|fb|app|csrf|robots)|\//;

/** The metas with the last parts of their names: `available` for `dcterms.available`. */
const namedMetas = memoisedByObject((head: PageHead) =>
  head.metaNames
    .filter((name) => !OTHER_METAS.test(name))
    .flatMap((name) => head.metas(name).map((value) => [name.replace(/^.*[:.]/, ''), value.trim()] as const))
    // Those with a weekday are for caches.
    .filter(
      ([name, value]) =>
        (name !== 'expires' || /^\d/.test(value)) && !(name === 'audience' && /admin/i.test(value)),
    ),
);

/** The times from which the page may be seen, by its meta tags. */
export function startsOf(head: PageHead, timeZone: string): readonly number[] {
  return timesOfMetas(namedMetas(head), timeZone).starts;
}

/** Returns true if meta tags restrict a page to members or subscribers. */
export function isForMembers(head: PageHead, rules: PrivacyRules): boolean {
  if (/^(?:locked|metered)$/i.test(head.meta('article:content_tier').trim())) return true;
  return (
    head.metaNames.some((name) => head.metas(name).some((value) => restricts(name, value.trim()))) ||
    keyThatHolds(namedMetas(head), rules, 'meta') !== undefined
  );
}

function restricts(name: string, value: string): boolean {
  if (READERS.test(name)) return valueRestricts(value);
  return (
    (SWITCH.test(name) && ON.test(value)) ||
    (STATE.test(name) && UNPUBLISHED.test(value)) ||
    (SECRECY.test(name) && SECRET.test(value)) ||
    (/(?:^|:)(?:isaccessibleforfree|accessfree|published|public)$/.test(name) && OFF.test(value))
  );
}

/** The canonical address as the page writes it; empty when it names none. */
export function canonicalOf(head: PageHead): string {
  return (
    head.links.find(({ rel, href }) => rel.split(/\s+/).includes('canonical') && href !== '')?.href ?? ''
  );
}

/** The page's social image as it writes it; empty when it names none. */
export function imageOf(head: PageHead): string {
  return head.meta('og:image', 'og:image:url', 'twitter:image');
}

/** Punctuation that a template has escaped twice, as in `Let&amp;rsquo;s`. */
const ESCAPED_TWICE = /&(?:#\d{2,6}|#x[\da-f]{2,5}|[lr][sd]quo|[mn]dash|hellip|nbsp|amp|quot|apos);/gi;

/** The end of a line between sentences that a template has escaped as in a string. */
const ESCAPED_LINE = /(?<=[.!?:。])\\n(?![a-z])/g;

/** A text with the punctuation, and the ends of lines, that a template has escaped twice. */
export function unescapedTwice(text: string): string {
  return text
    .replace(ESCAPED_TWICE, (written) => decodeHTML(written))
    .replace(ESCAPED_LINE, ' ')
    .trim();
}

/** A complete element in a description, which a template failed to remove; a lone `<p>` may be its topic. */
const MARKUP = /<(p|b|i|em|strong|a|span|div|code)(?:\s[^>]*)?>[^<]*<\/\1>/i;

/** What templates write where a page has no description, MkDocs, Javadoc and Docsify among them. */
const NO_DESCRIPTION =
  /^\s*(?:None|null|undefined|[Dd]escription|\[object Object\]|\{\{[^{}]*\}\}|declaration: (?:module|package): .*)\s*$/;

/**
 * Components, callouts, and a tag that a quotation mark ends: a generator has cut the description from the source of the
 * page, as Rspress does.
 */
const SOURCE =
  /<[A-Z]\w*\s[^<>]*=[^<>]*>|<\/[A-Z]\w*>|\[!(?:NOTE|TIP|IMPORTANT|WARNING|CAUTION)\]|(?:^|\s):::[a-z]|<[a-z]+ [a-z-]+=$/;

/** The page's description as it writes it; empty when it has none. */
export function descriptionOf(head: PageHead): string {
  const text = unescapedTwice(head.meta('description', 'og:description'));
  // Texinfo repeats the title, exports from Obsidian put the name of the site before it.
  const isTitle = [head.title, `${head.meta('og:site_name')} - ${head.title}`].includes(text);
  if (isTitle || NO_DESCRIPTION.test(text) || SOURCE.test(text)) return '';
  return MARKUP.test(text) ? plainText(text) : text;
}

/** The largest icon of a page, as written; empty when it has none. */
export function iconOf(document: Root): string {
  const icons = findAll(document, ({ tagName }) => tagName === 'link');
  const rel = (element: Element) => property(element, 'rel').toLowerCase().split(/\s+/);
  const best =
    icons.find((one) => rel(one).includes('apple-touch-icon')) ??
    icons.find((one) => rel(one).includes('icon'));
  return best === undefined ? '' : property(best, 'href');
}
