import { html, type Markup, trusted } from '../../content/html/template.js';
import { formatLocalDate } from '../../core/dates.js';
import type { HeadSubject } from '../../documents/page-head/head.js';
import type { Entry } from '../../site/site.js';
import { contextOf, localHref, type PageRef, renderLayout, type Shell } from './layout.js';
import { formatDay, type Words, wordsFor } from './words.js';

/** An entry with everything that its page shows. */
interface EntryView {
  readonly subject: HeadSubject & { readonly entry: Entry };
  /** Sanitised, with the headings in order. */
  readonly body: string;
  /** False where the body shows the entry's image itself. */
  readonly showsImage: boolean;
  readonly categories: readonly PageRef[];
  readonly tags: readonly PageRef[];
  /** The same page in other languages. */
  readonly translations: readonly TranslationRef[];
  readonly newer?: PageRef;
  readonly older?: PageRef;
}

/** A link to a page in another language. */
export interface TranslationRef extends PageRef {
  readonly lang: string;
}

/** The page of an entry. */
export function renderEntryPage(shell: Shell, view: EntryView): string {
  const { subject } = view;
  const { entry } = subject;
  const words = wordsFor(entry.lang);
  const asks = contextOf(shell).settings.enable_ask_ai && entry.type !== 'page';
  const main = html`<article class="entry">
${headerOf(shell, view, words)}
${trusted(`<div class="body">${view.body}</div>`)}
${footerOf(view, words)}
${asks && askBar(entry.url, words)}
</article>
${neighboursOf(view, words)}`;
  return renderLayout(shell, {
    subject: { ...subject, title: subject.title || words.untitled },
    main,
    href: localHref(shell, entry.url),
    markdown: entry.markdownUrl === '' ? '' : localHref(shell, entry.markdownUrl),
  });
}

function headerOf(shell: Shell, view: EntryView, words: Words): Markup {
  const { entry } = view.subject;
  const kicker = view.categories.map(
    (term, index) => html`${index > 0 && ', '}<a href="${term.href}">${term.title}</a>`,
  );
  return html`<header>
${kicker.length > 0 && html`<p class="kicker">${kicker}</p>`}
<h1>${entry.title || words.untitled}</h1>
${byline(shell, entry, words)}
${languagesOf(view, words)}
</header>
${view.showsImage && imageOf(shell, view)}`;
}

/** Pages have neither author nor date: they are not news. */
function byline(shell: Shell, entry: Entry, words: Words): Markup | false {
  if (entry.type === 'page') return false;
  const day = (seconds: number) => dayOf(shell, entry, seconds);
  const { published, modified } = entry;
  const posted = published === undefined ? '' : day(published);
  const changed = modified === undefined ? '' : day(modified);
  const parts = [
    entry.authors.length > 0 && html`<span>${words.by} ${entry.authors.join(', ')}</span>`,
    posted !== '' && time(posted, words),
    changed !== '' && changed !== posted && html`<span>${words.updated} ${time(changed, words)}</span>`,
  ].filter((part) => part !== false);
  return (
    parts.length > 0 &&
    html`<p class="byline">${parts.map((part, index) => html`${index > 0 && ' · '}${part}`)}</p>`
  );
}

function languagesOf({ translations }: EntryView, words: Words): Markup | false {
  const links = translations.map(
    ({ lang, title, href }) =>
      html`<li><a href="${href}" hreflang="${lang}" lang="${lang}" rel="alternate">${title || lang}</a></li>`,
  );
  return (
    links.length > 0 &&
    html`<div class="languages"><span>${words.otherLanguages}:</span> <ul>${links}</ul></div>`
  );
}

/** `YYYY-MM-DD` in the site's own time. */
function dayOf(shell: Shell, { utcOffset }: Pick<Entry, 'utcOffset'>, seconds: number): string {
  return utcOffset === undefined
    ? formatLocalDate(seconds, contextOf(shell).site.timeZone)
    : formatLocalDate(seconds + utcOffset, 'UTC');
}

/** A day for people and machines. */
export function time(day: string, words: Words): Markup {
  return html`<time datetime="${day}">${formatDay(day, words)}</time>`;
}

function imageOf(shell: Shell, { subject: { image } }: EntryView): Markup | false {
  if (image === undefined) return false;
  const size =
    image.width !== undefined &&
    image.height !== undefined &&
    html` width="${image.width}" height="${image.height}"`;
  return html`<figure class="lead"><img src="${localHref(shell, image.url)}" alt="${image.alt}"${size}></figure>`;
}

function footerOf({ tags }: EntryView, words: Words): Markup | false {
  const links = tags.map((tag) => html`<li><a href="${tag.href}" rel="tag">${tag.title}</a></li>`);
  return (
    links.length > 0 && html`<footer class="tags"><span>${words.tags}:</span> <ul>${links}</ul></footer>`
  );
}

function neighboursOf({ newer, older }: EntryView, words: Words): Markup | false {
  if (newer === undefined && older === undefined) return false;
  const link = (ref: PageRef | undefined, rel: 'prev' | 'next', label: string) =>
    ref !== undefined &&
    html`<a class="${rel}" rel="${rel}" href="${ref.href}"><span>${label}</span> ${ref.title || words.untitled}</a>`;
  return html`<nav class="neighbours" aria-labelledby="svc-more">
<h2 id="svc-more">${words.neighbours}</h2>
${link(older, 'prev', words.older)}
${link(newer, 'next', words.newer)}
</nav>`;
}

/** Assistants that accept a question in their address. */
const ASSISTANTS: readonly { readonly name: string; readonly address: string }[] = [
  { name: 'ChatGPT', address: 'https://chatgpt.com/?q=' },
  { name: 'Claude', address: 'https://claude.ai/new?q=' },
  { name: 'Perplexity', address: 'https://www.perplexity.ai/search?q=' },
];

/** Links that open an assistant with a question about a page: plain links, nothing is loaded or sent before. */
function askBar(url: string, words: Words): Markup {
  const question = encodeURIComponent(words.prompt.replace('{url}', url));
  const items = ASSISTANTS.map(
    ({ name, address }) =>
      html`<li><a href="${address}${question}" rel="nofollow noopener">${words.ask} ${name}</a></li>`,
  );
  return html`<aside class="ask" aria-labelledby="svc-ask">
<h2 id="svc-ask">${words.askTitle}</h2>
<ul>${items}</ul>
</aside>`;
}
