import { html, type Markup } from '../../content/html/template.js';
import { formatLocalDate } from '../../core/dates.js';
import type { HeadSubject } from '../../documents/page-head/head.js';
import type { IndexEntry } from '../../site/site.js';
import { time } from './entry-page.js';
import { contextOf, localHref, renderLayout, type Shell } from './layout.js';
import { directionOf, type Words, wordsFor } from './words.js';

/** Entries on one page of a list. */
export const LIST_SIZE = 20;

/** One page of a list of entries. */
export interface ListView {
  /** Heading; on the front page the name of the site. */
  readonly title: string;
  readonly description: string;
  /** The kind of list, shown over the heading: `Category`; empty for none. */
  readonly kicker: string;
  readonly isFront: boolean;
  /** Path of the first page below the base: `/category/green/`. */
  readonly path: string;
  /** Counts from 1. */
  readonly number: number;
  readonly count: number;
  readonly entries: readonly IndexEntry[];
}

/** Path of a page of a list below the base. */
export function listPagePath(path: string, number: number): string {
  return number === 1 ? path : `${path}page/${number}/`;
}

/** A page of the front page, of the blog or of an archive. */
export function renderListPage(shell: Shell, view: ListView): string {
  const { site } = contextOf(shell);
  const words = wordsFor(site.lang);
  const path = listPagePath(view.path, view.number);
  const isContinued = view.number > 1;
  const title = isContinued ? `${view.title} (${words.page} ${view.number})` : view.title;
  const subject: HeadSubject = {
    isFront: view.isFront && !isContinued,
    url: site.baseUrl + path,
    title,
    description: view.description,
    lang: site.lang,
    isContinued,
  };
  const main = html`<div class="list">
<header>
${view.kicker !== '' && html`<p class="kicker">${view.kicker}</p>`}
<h1>${title}</h1>
${view.description !== '' && !isContinued && html`<p class="lede">${view.description}</p>`}
</header>
${itemsOf(shell, view, words)}
${pagination(shell, view, words)}
</div>`;
  return renderLayout(shell, { subject, main, href: shell.basePath + path, markdown: '' });
}

function itemsOf(shell: Shell, { entries }: ListView, words: Words): Markup {
  if (entries.length === 0) return html`<p>${words.nothingYet}</p>`;
  return html`<ul class="entries">${entries.map((entry) => itemOf(shell, entry, words))}
</ul>`;
}

function itemOf(shell: Shell, entry: IndexEntry, words: Words): Markup {
  const { site } = contextOf(shell);
  const href = localHref(shell, site.baseUrl + entry.path);
  const day = entry.dated && entry.type !== 'page' && formatLocalDate(entry.published, site.timeZone);
  const lang =
    entry.lang !== site.lang &&
    html` lang="${entry.lang}"${directionOf(entry.lang) !== directionOf(site.lang) && html` dir="${directionOf(entry.lang)}"`}`;
  return html`
<li${lang}>
<h2><a href="${href}">${entry.title || words.untitled}</a></h2>
${day !== false && html`<p class="byline">${time(day, words)}</p>`}
${entry.excerpt !== '' && html`<p>${entry.excerpt}</p>`}
</li>`;
}

function pagination(shell: Shell, { path, number, count }: ListView, words: Words): Markup | false {
  if (count < 2) return false;
  const link = (target: number, rel: 'prev' | 'next', label: string) =>
    target >= 1 &&
    target <= count &&
    html`<a rel="${rel}" href="${shell.basePath}${listPagePath(path, target)}">${label}</a>`;
  return html`<nav class="pagination" aria-label="${words.pagination}">
${link(number - 1, 'prev', words.newer)}
<span>${words.page} ${number} ${words.of} ${count}</span>
${link(number + 1, 'next', words.older)}
</nav>`;
}

/** The error page for addresses without a page. */
export function renderMissingPage(shell: Shell): string {
  const { lang } = contextOf(shell).site;
  const words = wordsFor(lang);
  const main = html`<div class="list">
<header><h1>${words.missing}</h1></header>
<p>${words.missingText}</p>
<p><a href="${shell.basePath}/">${words.toHome}</a></p>
</div>`;
  const subject: HeadSubject = {
    isFront: false,
    url: undefined,
    title: words.missing,
    description: '',
    lang,
  };
  return renderLayout(shell, { subject, main, href: '', markdown: '', isUnlisted: true });
}
