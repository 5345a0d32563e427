/** Chooses the title of a built page, without the name of the site. */

import { escapeRegExp } from '../../core/text.js';
import { isHome } from './addresses/page-address.js';
import type { PageHead } from './head.js';
import type { HeadFacts } from './head-facts.js';
import { MostFrequent } from './most-frequent.js';

/** What titles have in common, computed from all of them. */
export interface TitleParts {
  /** The texts before and after a page's own title, with the separator: ` | Tea Notes`. */
  readonly prefix: string;
  readonly suffix: string;
  /** The prefix if all titles have it; the front page may have none. */
  readonly prefixOfAll: string;
  readonly siteName: string;
  readonly frontTitle?: string;
  /** True where that is only the title of the front page. */
  readonly isNameOfFront?: boolean;
  /** Social titles that several pages share; they are useless for any of them. */
  readonly sharedTitles: ReadonlySet<string>;
  /** The social title of the front page; another page with it has none of its own. */
  readonly frontSocialTitle?: string;
  /**
   * What stands before the first separator of several titles, or before the second: as a heading, it names none of
   * these pages.
   */
  readonly subjects: ReadonlySet<string>;
  /** Titles that so many pages have that they belong to none of them: sites written by hand copy one head. */
  readonly copied: ReadonlySet<string>;
  /** The title that most pages of a larger site have; as a heading it belongs to the site too. */
  readonly ofMost: string | undefined;
}

/** Least number and part of pages with the same title; so many pages have it whatever their part. */
const MIN_COPIED = 3;
const COPIED_PART = 1 / 5;
const MANY_COPIED = 12;
/** Minimum number of pages with the same title for a heading with its words to belong to the site. */
const MIN_OF_MOST = 5;

/** Separators between a page's title and the site's name. */
const SEPARATOR =
  /\s[|·•–—:»«/-]+\s|\||:\s|\s*[｜：]\s*|(?<=[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}）」])[-_–—](?=[\p{L}\p{N}])/gu;

/** The name of a manual in parentheses or brackets, as Texinfo and DokuWiki write it; it may have separators in it. */
const IN_PARENTHESES = /\s(?:\([^()]+\)|\[[^[\]]+\])$/;

/** The same text on both sides of a separator, as GTK-Doc writes the title of a manual. */
const TWICE = /^(.+)(?:\s[|·•–—:»«/-]+|:)\s\1$/u;

/** What YARD and the first GitBook write in the place of the name of the site. */
const NAME_OF_GENERATOR = /^(?:Documentation by YARD\b|GitBook$)/;

/** Titles of front pages that say only that, in the languages that most sites use. */
const PLACE =
  /^(?:home(?: ?page)?|index(?:\.html?)?|start(?:seite|sida|page)?|welcome|accueil|(?:p[áa]gina )?(?:principal|inicial)|in[ií]cio|pagina iniziale|forside|hjem|etusivu|kezdőlap|ana ?sayfa|strona główna|domů|úvod|beranda|trang chủ|главная(?: страница)?|головна|首页|首頁|ホーム|トップ(?:ページ)?|홈)$/i;

/** What generators and editors write for a page without a title, in the languages that most sites use. */
const NO_TITLE =
  /^(?:[#*._\s–-]+|<no title>|elementor #\d+|untitled(?:[ -](?:document|page))?(?:[ -]?\d+)?|(?:new|nouvelle|neue|nieuwe|ny|nueva|nova|nuova|nowa|новая) (?:page|seite|pagina|sida|side|página|strona|страница) ?\d*|p[áa]gina nueva ?\d*|document|documento (?:sin título|sem título|senza titolo)|(?:document )?sans titre|unbenanntes dokument|dokument ohne titel|naamloos document|namnlöst dokument|dokument bez tytułu|документ без названия|(?:新[增建]?[網网][頁页]|新しいページ|새 페이지) ?\d*|无标题(?:文档)?|無標題(?:文件)?|無題(?:ドキュメント)?)$/iu;

/** Whether a page has this where a title should be. */
export function isNoTitle(title: string): boolean {
  return title === '' || NO_TITLE.test(title.trim());
}

/** Whether a title may be the name of a site; `Home` is only its place. */
export function isName(title: string): boolean {
  return !isNoTitle(title) && !PLACE.test(title.trim());
}

/** What follows a page's own title. */
const REST = /^\s*(?:[|｜·•–—:：»«/-]|$)/u;

/** Collects what the titles of a folder share. */
export class TitleScan {
  readonly #suffixes = new MostFrequent();
  /** Endings with two parts: ` - Tea Notes - Blog`. */
  readonly #longSuffixes = new MostFrequent();
  readonly #prefixes = new MostFrequent();
  /** Beginnings with two parts: `Tea Notes :: View topic - `. */
  readonly #longPrefixes = new MostFrequent();
  /** The texts at either end, without their separators. */
  readonly #ends = new MostFrequent();
  readonly #siteNames = new MostFrequent();
  readonly #socialTitles = new Map<string, number>();
  readonly #titles = new Map<string, number>();
  #homeTitle = '';
  #homeSocialTitle = '';

  add(path: string, { title, siteName, socialTitle }: HeadFacts): void {
    const count = this.#titles.get(title) ?? 0;
    this.#titles.set(title, count + 1);
    // What copies of one title have in common isn't the name of the site.
    if (count === 0) this.#addParts(title);
    this.#siteNames.add(siteName);
    if (socialTitle !== '')
      this.#socialTitles.set(socialTitle, (this.#socialTitles.get(socialTitle) ?? 0) + 1);
    if (isHome(path)) [this.#homeTitle, this.#homeSocialTitle] = [title, socialTitle];
  }

  #addParts(title: string): void {
    const marks = [...title.matchAll(SEPARATOR)];
    const [first, last] = [marks[0], marks.at(-1)];
    const name = IN_PARENTHESES.exec(title);
    const suffix = name !== null && name.index < (last?.index ?? title.length) ? name : last;
    if (suffix !== undefined && suffix.index > 0) this.#suffixes.add(title.slice(suffix.index));
    if (first !== undefined) this.#prefixes.add(title.slice(0, first.index + first[0].length));
    const second = marks[1];
    if (second !== undefined) this.#longPrefixes.add(title.slice(0, second.index + second[0].length));
    const longer = marks.at(-2);
    if (suffix === last && longer !== undefined && longer.index > 0)
      this.#longSuffixes.add(title.slice(longer.index));
    if (first !== undefined && last !== undefined)
      for (const end of new Set([title.slice(0, first.index), title.slice(last.index + last[0].length)]))
        this.#ends.add(end.trim());
  }

  /** What half of all titles end with; the longer text if nearly all of these have it. */
  #sharedSuffix(): string {
    const suffix = this.#suffixes.shared(this.#titles.size, 2) ?? '';
    const longer = this.#longSuffixes.top();
    const isOfAll =
      suffix !== '' && longer !== undefined && longer.count + 1 >= (this.#suffixes.top()?.count ?? 0);
    return isOfAll && longer.count >= MIN_COPIED && longer.value.endsWith(suffix) ? longer.value : suffix;
  }

  /** @param pages how many were added */
  result(pages: number): TitleParts {
    const suffix = this.#sharedSuffix();
    const prefix = suffix === '' ? (this.#prefixes.shared(this.#titles.size, 2) ?? '') : '';
    const first = this.#prefixes.top();
    const named = this.#siteNames.top()?.value ?? '';
    const shared = (suffix || prefix || (this.#ends.shared(this.#titles.size, MIN_COPIED) ?? ''))
      .replace(/^\s*[|｜·•–—:：»«_/-]+\s*|\s*[|｜·•–—:：»«_/-]+\s*$/g, '')
      .replace(/^\s[([](.*)[)\]]$/, '$1');
    const isOfGenerator = named === '' && NAME_OF_GENERATOR.test(shared);
    const copied = new Set(
      [...this.#titles].flatMap(([title, count]) =>
        count >= MANY_COPIED || (count >= MIN_COPIED && count >= pages * COPIED_PART) ? [title] : [],
      ),
    );
    const often = [...this.#socialTitles].filter(([, count]) => count >= MIN_COPIED);
    const shownName = [named, isOfGenerator ? '' : shared].find(isName) ?? '';
    const homeTitle = !isOfGenerator && isName(this.#homeTitle) ? this.#homeTitle.replace(TWICE, '$1') : '';
    return {
      prefix,
      suffix,
      prefixOfAll: first && first.count >= Math.max(MIN_COPIED, pages - 1) ? first.value : '',
      siteName: shownName || homeTitle,
      frontTitle: this.#homeTitle,
      isNameOfFront: shownName === '',
      sharedTitles: new Set(often.map(([social]) => social)),
      frontSocialTitle: this.#homeSocialTitle,
      subjects: new Set(
        [this.#prefixes, this.#longPrefixes].flatMap((all) => all.above(MIN_COPIED)).map(titleKey),
      ),
      copied,
      ofMost: [...this.#titles].find(([, count]) => count >= MIN_OF_MOST && count * 2 >= pages)?.[0],
    };
  }
}

/** A title without the site's additions. */
function ownTitle(title: string, { prefix, suffix, siteName }: TitleParts): string {
  let own = title.replace(/\s+/g, ' ').trim();
  if (suffix !== '' && own.length > suffix.length && own.endsWith(suffix)) own = own.slice(0, -suffix.length);
  if (prefix !== '' && own.length > prefix.length && own.startsWith(prefix)) own = own.slice(prefix.length);
  if (NO_TITLE.test(own)) return '';
  own = own.replace(TWICE, '$1');
  if (siteName === '' || own === siteName) return own.trim();
  const name = escapeRegExp(siteName);
  // Most titles have it at neither end, and this test is faster than a regular expression.
  if (own.endsWith(siteName)) own = own.replace(new RegExp(`\\s*[|｜·•–—:：»«_/-]+\\s*${name}$`, 'u'), '');
  if (own.startsWith(siteName)) own = own.replace(new RegExp(`^${name}\\s*[|｜·•–—:：»«_/-]+\\s*`, 'u'), '');
  return own.trim();
}

/** A key that two spellings of one title share, also with and without accents. */
export function titleKey(title: string): string {
  return title
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '');
}

function isNameOf(slug: string, addition: string, heading: string): boolean {
  const key = titleKey(slug);
  return key !== '' && titleKey(addition) === key && titleKey(heading) !== key;
}

/** Whether a title is a heading with an addition behind it. */
export function extendsHeading(title: string, heading: string): boolean {
  return heading !== '' && title.startsWith(heading) && REST.test(title.slice(heading.length));
}

/** The number of a part of a book: `Section 1.1 `. */
const PART = /^\p{L}{3,12} (?:\d{1,3}|[A-Z]|[IVX]{2,5})(?:\.\d{1,3}){0,4}[.:)]? (?=\S)/u;

/** Whether a heading is a title with the number of its part before it, or the title is only that number. */
function isPart(heading: string, title: string): boolean {
  if (/^(?:\d{1,3}|[A-Z])(?:\.\d{1,3})*\.?$/.test(title) && heading.startsWith(`${title} `)) return true;
  const number = PART.exec(heading)?.[0] ?? '';
  return number !== '' && title !== '' && titleKey(heading.slice(number.length)) === titleKey(title);
}

/** Whether a title ends with a numbered heading: `Chapter 2: Terns` with `2 Terns`. */
export function endsWithNumber(title: string, heading: string): boolean {
  return /^\d/.test(heading) && titleKey(title).endsWith(titleKey(heading));
}

/** Whether a title is that of a page behind what stands before the titles of several pages. */
function endsWithPart(title: string, end: string, { subjects }: TitleParts): boolean {
  return title.endsWith(end) && subjects.has(titleKey(title.slice(0, -end.length)));
}

/** The ends of a title behind its separators, the longest first. */
export function endsOfTitle(title: string): readonly string[] {
  return [...title.matchAll(SEPARATOR)].map(({ index, 0: mark }) => title.slice(index + mark.length));
}

/**
 * Chooses the title of a page.
 * @param shown text of the first `h1` of its content, else of the page; empty where there is none
 * @param first text of the heading of another level that a content without `h1` begins with; the title of a page
 * whose head is a copy
 * @param isSection false for such a heading below a copied title, and for one that says what the page is about
 * @param second text of the second `h1` of its content
 * @param slug the last name in its address
 * @param isOnly false for a heading of a section or a frame: one of several in the content, or none in it
 */
export function choosePageTitle(
  head: PageHead,
  shown: string,
  parts: TitleParts,
  { isFront = false, isOnly = true, isSection = false, first = '', second = '', slug = '' } = {},
): string {
  // On other pages, a heading with the name of the site belongs to the frame: mdBook has it on each.
  const heading = !isFront && titleKey(shown) === titleKey(parts.siteName) ? '' : shown;
  const written = head.meta('og:title', 'twitter:title');
  const isOfSite =
    !isFront &&
    (written === parts.frontSocialTitle ||
      (heading !== '' && titleKey(written) === titleKey(parts.siteName)));
  const isShared = parts.sharedTitles.has(written) || isOfSite || /^index$/i.test(written);
  const social = isShared ? '' : ownTitle(written, parts);
  const own = ownTitle(head.title, parts);
  if (extendsHeading(head.title, first) || isPart(first, own)) return first;
  // Maven: the title has the name of the project before it.
  if (first !== '' && [own, head.title].some((title) => endsWithPart(title, first, parts))) return first;
  // MoinMoin: the title has the words of the heading in one.
  if (/\s/.test(first) && !/\s/.test(own) && titleKey(first) === titleKey(own)) return first;
  // phpDocumentor: many pages have the title of the manual, in the head and above their own heading.
  const isCopied = parts.copied.has(head.title) && titleKey(shown) === titleKey(head.title);
  if (isCopied && !isFront && first !== '') return first;
  // pkgdown: the function that the heading describes.
  if (extendsHeading(own, heading) && isNameOf(slug, own.slice(heading.length), heading)) return own;
  // A heading on two lines, as xml2rfc writes the number and the title of a document.
  if (second !== '' && titleKey(own) === titleKey(heading + second)) return own;
  // gi-docgen: a style draws the dots of a name in the heading.
  if (own !== heading && own.replace(/\.(?=\w)/g, '') === heading) return own;
  // Nearly always they are the same.
  if (heading !== '' && (social || own) === heading) return heading;
  // A heading that the others repeat is the title without additions; one that repeats them is the full title.
  const key = titleKey(heading);
  const isRepeated =
    key !== '' &&
    [social, own].some((title) => {
      const other = titleKey(title);
      return other !== '' && (other.includes(key) || key.includes(other));
    });
  const isSubject = parts.subjects.has(key) && titleKey(own) !== key;
  if (isRepeated) return isSubject ? own : heading;
  const isNamed = own !== '' && own !== parts.siteName && !parts.copied.has(head.title);
  const isSlogan = isNamed && !isFront && /[.!]$/.test(heading);
  const titled = (isOnly && !isSlogan) || own === parts.siteName ? heading || own : own || heading;
  const chosen = social || titled || shown;
  // The title of the front page, or of many pages, says less about another page than its place.
  const isOfFront = chosen === parts.frontTitle || (chosen === own && head.title === parts.frontTitle);
  const isOfMany = isOfFront || (social === '' && parts.copied.has(head.title));
  const isNameless = !isFront && chosen !== heading && isOfMany;
  if (!isNameless) return chosen;
  const isTitle = !isSection || titleKey(first).includes(titleKey(slug));
  return isTitle && titleKey(first) !== titleKey(head.title) ? first : '';
}
