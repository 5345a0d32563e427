/** Recognises pages of a folder that aren't entries, such as archives and error pages. */

import type { Root } from 'hast';
import { classesOf, findElement, hasClass } from '../../content/html/element.js';
import type { LinkedData } from './json-ld.js';

/** Why a page of the folder isn't an entry. */
export type OmissionReason =
  | 'template'
  | 'unfilled'
  | 'attachment'
  | 'fragment'
  | 'frames'
  | 'redirect'
  | 'copy'
  | 'duplicate'
  | 'error page'
  | 'search page'
  | 'further page of a list'
  | 'archive'
  | 'list of links';

/** The words for the note about pages that were left out. */
export const LEFT_OUT_WORDS: Readonly<Record<OmissionReason, string>> = {
  template: 'are templates of a generator',
  unfilled: 'are templates that an editor fills for each item of a collection',
  attachment: 'only show a file',
  fragment: "aren't whole HTML documents",
  frames: 'only show other pages in frames',
  redirect: 'redirect to another address',
  copy: 'name another page as their canonical address',
  duplicate: 'are the same file as another page',
  'error page': 'are error pages',
  'search page': 'are for searching, printing or signing in',
  'further page of a list': 'are further pages of a list',
  archive: 'are archives by tag, category, author or date',
  'list of links': 'mostly link to other pages',
};

const INCLUDE = 'To publish such a page, list it under "include" of the source.';

/** How to publish such a page. */
export const LEFT_OUT_SETTINGS: Readonly<Record<OmissionReason, string>> = {
  template:
    'This folder has the sources of a site. Build the site, and pass the built folder to --site; or pass the sources to --source.',
  unfilled: INCLUDE,
  attachment: INCLUDE,
  fragment: 'To publish such a page, give it a layout that makes it a whole HTML document.',
  frames:
    'To publish such a page, write its text into <body>; the pages in its frames are read on their own.',
  redirect: 'To publish such a page, remove its refresh.',
  copy: 'To publish such a page, give it its own canonical address.',
  duplicate: INCLUDE,
  'error page': INCLUDE,
  'search page': INCLUDE,
  'further page of a list': INCLUDE,
  archive: INCLUDE,
  'list of links': INCLUDE,
};

/** Error pages of servers; `200` is a page without text that static servers answer with instead of an error. */
const SERVER_ERRORS = /^(?:[a-z]{2}(?:-[a-z]{2,4})?\/)?_?(?:40[0-9]|50[0-9x])\.x?html?$/i;
const ERRORS =
  /^(?:[a-z]{2}(?:-[a-z]{2,4})?\/)?_?(?:200|40[0-9]|50[0-9x]|offline(?:-plugin-app-shell-fallback)?|(?:page-?)?not[-_]?found|error)(?:\/index)?\.x?html?$/i;
/** The titles of the pages that servers make up for a status; a crawler may save such a page under any name. */
const STATUS_TITLE =
  /^\s*(?:[345]\d\d\s*(?:[-–—|:]\s*)?)(?:moved permanently|found|not found|forbidden|unauthorized|bad request|gone|not acceptable|method not allowed|internal server error|bad gateway|service (?:temporarily )?unavailable|gateway time-?out)\s*$/i;
/** How Drupal heads a page that its reader may not see, before the name of the site. */
const DENIED_TITLE =
  /^\s*(?:access denied|accès refusé|zugriff verweigert|acceso denegado|acesso negado|accesso negato|toegang geweigerd|доступ запрещ[её]н)\s*(?:\s[|–—-]\s|$)/i;
/** Longer titles aren't those of errors. */
const MAX_TITLE = 200;
/** Parts of the titles that sites give to their own page for a missing address, in the languages that most sites use. */
const ERROR =
  'error|erreur|fehler|errore|erro|ошибка|помилка|błąd|chyba|hata|fel|fejl|feil|virhe|hiba|fout|エラー|错误|錯誤|오류';
const MISSING =
  "not found|be found|doesn['’]t exist|introuvable|non trouvée|no encontrad[ao]|nicht gefunden|não encontrad[ao]|non trovat[ao]|не найдена?|не знайдено|nie znaleziono|nie istnieje|nenalezena|niet gevonden|hittades inte|ikke funnet|ikke fundet|bulunamadı|见つかりません|見つかりません|找不到|未找到|不存在|찾을 수 없습니다";
const PAGE =
  'page|seite|p[áa]gina|страниц|сторінк|stron|stránk|sid[ae]|sayfa|oldal|sivu|ページ|页面|頁面|网页|페이지';
const ERROR_TITLE = new RegExp(
  `^(?:(?:http )?(?:${ERROR})?[ :]*404[ :]*(?:${ERROR})?[!.]*|(?=.*(?:${PAGE}))(?:oops[!.,]? )?[\\p{L}'’ ]{0,40}(?:${MISSING})[!.]*)$`,
  'iu',
);
/** In the folder of a language, a version or a preview too, as Read the Docs and Documenter publish them. */
const SEARCH =
  /^(?:[a-z]{2}(?:-[a-z]{2,4})?\/)?(?:(?:v?\d+(?:\.\w+)*|stable|latest|dev|previews\/[\w-]+)\/)?(?:search(?:-results)?|genindex(?:-[\w-]+)?|(?:py-)?modindex|print|print_page|toc)(?:\/index)?\.x?html?$/i;
/** Pelican puts the second page of the blog into `index2.html`. */
const FURTHER = /(?:^|\/)(?:pages?\/?|p\/|index(?=[2-9]|\d\d))\d{1,4}(?:\/index)?\.x?html?$/i;
const ARCHIVES =
  /^(?:[a-z]{2}(?:-[a-z]{2,4})?\/)?(?:(?:posts?|blog|news|articles|journal)\/)?(?:tags?|categor(?:y|ies)|authors?|archives?|search\/label)(?:\/.*|\.x?html?)$/i;
/** Lists for the frames beside the pages of Haddock, Javadoc, Sami and YARD. */
const FRAMES =
  /(?:^|\/)(?:mini_[^/]+|(?:[\w-]+-)?(?:no)?frame|(?:class|file|method|namespace|tag)_list)\.html?$/;
const TIMES = /^(?:[\w-]+\/)?\d{4}(?:\/(?:\d{2}|[A-Z][a-z]{2})){0,2}(?:\/index)?\.x?html?$/;
const ARCHIVE_CLASSES =
  /^(?:archive|search-results|error404|paged|tag-template|author-template|kind-(?:taxonomy|term)|(?:docs|blog)-(?:tags?|authors?|archive)[a-z-]*-page|blog-list-page|docs-tag-doc-list-page)$/;

/** The pages from which Webflow makes those of a collection: an export has them without their texts. */
const OF_COLLECTION = /(?:^|\/)detail_[^/]+\.html$/;

/** True for the site's own error page at the place where servers look for it. */
export function isErrorFile(path: string): boolean {
  return SERVER_ERRORS.test(path);
}

/** The kind that the place of a page suggests; it is one only where it has no text of its own. */
export function suspectByPath(path: string): OmissionReason | undefined {
  if (ERRORS.test(path)) return 'error page';
  if (SEARCH.test(path)) return 'search page';
  if (FURTHER.test(path)) return 'further page of a list';
  if (FRAMES.test(path)) return 'list of links';
  return ARCHIVES.test(path) || TIMES.test(path) ? 'archive' : undefined;
}

/** The first page of a list with this further page; the front page of a language stays what it is. */
export function firstOfList(path: string): string | undefined {
  const first = FURTHER.test(path) ? path.replace(FURTHER, '/index.html') : undefined;
  return first === undefined || /^(?:[a-z]{2}(?:-[a-z]{2,4})?)?\/index/i.test(first) ? undefined : first;
}

/** True for the title of a page for a missing address, which crawlers save under the addresses that are missing. */
export function isErrorTitle(title: string): boolean {
  const parts = title.slice(0, MAX_TITLE).split(/\s+[-–—|·:»•]+\s+|: /);
  return !STATUS_TITLE.test(title) && parts.some((part) => ERROR_TITLE.test(part.trim()));
}

/** True for the template of a collection in an export of Webflow. */
export function isUnfilled(document: Root, file: string): boolean {
  if (!OF_COLLECTION.test(file)) return false;
  return findElement(document, ({ tagName }) => tagName === 'html')?.properties['dataWfPage'] !== undefined;
}

/** The kind that a page's own data suggests. The front page is never an archive. */
export function suspectByHead(document: Root, title: string, data: LinkedData): OmissionReason | undefined {
  if (STATUS_TITLE.test(title) || DENIED_TITLE.test(title)) return 'error page';
  if (/^Index of \//.test(title)) return 'list of links';
  if (data.isList) return 'archive';
  const html = findElement(document, ({ tagName }) => tagName === 'html');
  const body = findElement(document, ({ tagName }) => tagName === 'body');
  const names = [html, body].flatMap((element) => (element === undefined ? [] : classesOf(element)));
  // MediaWiki answers with its frame alone where it has no page.
  if (names.includes('mediawiki') && findElement(document, (one) => hasClass(one, 'noarticletext')))
    return 'error page';
  // The results of a search of Doxygen, which a script writes, and the forms of phpBB.
  if (names.some((name) => /^(?:SRPage|section-(?:search|posting|ucp|mcp))$/.test(name)))
    return 'search page';
  if (names.includes('attachment') && names.some((name) => name.startsWith('attachmentid-')))
    return 'attachment';
  return names.some((name) => ARCHIVE_CLASSES.test(name)) ? 'archive' : undefined;
}
