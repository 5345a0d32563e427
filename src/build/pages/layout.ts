import { html, type Markup, trusted } from '../../content/html/template.js';
import type { DocumentContext } from '../../documents/document-row.js';
import { feedUrl } from '../../documents/feed.js';
import { formatTag } from '../../documents/page-head/format-tag.js';
import { type HeadContext, type HeadSubject, headTags } from '../../documents/page-head/head.js';
import { directionOf, type Words, wordsFor } from './words.js';

/** A page to put into the layout that all pages share. */
interface LayoutPage {
  readonly subject: HeadSubject;
  readonly main: Markup;
  /** Root-relative address of this page, to mark it in the navigation; empty for none. */
  readonly href: string;
  /** Root-relative address of the page's twin; empty for none. */
  readonly markdown: string;
  /** True keeps the page out of search engines. */
  readonly isUnlisted?: boolean;
}

/** The whole document of a page. */
export function renderLayout(shell: Shell, page: LayoutPage): string {
  const { lang } = page.subject;
  const words = wordsFor(lang);
  const direction = directionOf(lang) === 'rtl' && html` dir="rtl"`;
  const document = html`<!doctype html>
<html lang="${lang}"${direction}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
${page.isUnlisted === true && html`<meta name="robots" content="noindex">\n`}${headOf(shell, page)}
<link rel="stylesheet" href="${shell.style}">
</head>
<body>
<a class="skip" href="#main">${words.skip}</a>
${headerOf(shell, page, words)}
<main id="main">
${page.main}
</main>
${footerOf(shell, page, words)}
</body>
</html>
`;
  return document.text;
}

function headOf(shell: Shell, { subject }: LayoutPage): Markup {
  const tags = headTags(shell.head, subject).map((tag) => formatTag(tag));
  const { logo } = contextOf(shell).site;
  const icon = logo === '' ? `${shell.basePath}/favicon.ico` : localHref(shell, logo);
  tags.push(html`<link rel="icon" href="${icon}">`.text);
  return trusted(tags.join('\n'));
}

function headerOf(shell: Shell, page: LayoutPage, words: Words): Markup {
  const { name, home } = contextOf(shell).site;
  const items = shell.nav.map((item) => html`<li>${navLink(item, page.href)}</li>`);
  const nav =
    items.length > 0 &&
    html`
<nav aria-label="${words.mainNav}"><ul>${items}</ul></nav>`;
  // The sentence comes first: readers of the markup would otherwise read the navigation before it.
  return html`<header class="site-header">
${pointer(shell, words, 'unseen')}
<a class="brand" href="${shell.basePath}/">${name || home}</a>${nav}
</header>`;
}

function navLink({ title, href }: PageRef, current: string): Markup {
  return html`<a href="${href}"${href === current && html` aria-current="page"`}>${title}</a>`;
}

/** The sentence with the address of the index for readers of the markup. */
function pointer(shell: Shell, words: Words, className?: string): Markup | false {
  const ctx = contextOf(shell);
  if (!ctx.isAvailable('llms')) return false;
  // Hidden and not focusable; the footer has the link for everyone.
  const attributes = className === undefined ? '' : ' tabindex="-1"';
  const link = html`<a href="${shell.basePath}/llms.txt"${trusted(attributes)}>/llms.txt</a>`;
  return html`<p${className !== undefined && html` class="${className}"`}>${words.forModels} ${link}.</p>`;
}

function footerOf(shell: Shell, { markdown }: LayoutPage, words: Words): Markup {
  const ctx = contextOf(shell);
  const { name, home, privacyPolicyUrl, description } = ctx.site;
  const hasFeed = ctx.otherFeed !== undefined || ctx.served('feed');
  const links = [
    hasFeed && html`<li><a href="${localHref(shell, feedUrl(ctx))}">${words.feed}</a></li>`,
    markdown !== '' && html`<li><a href="${markdown}">${words.asMarkdown}</a></li>`,
    privacyPolicyUrl !== '' &&
      html`<li><a href="${localHref(shell, privacyPolicyUrl)}">${words.privacy}</a></li>`,
  ].filter((link) => link !== false);
  return html`<footer class="site-footer">
<h2>${name || home}</h2>
${description !== '' && html`<p>${description}</p>`}
${links.length > 0 && html`<ul>${links}</ul>`}
${pointer(shell, words)}
</footer>`;
}

/** A page that others link to. */
export interface PageRef {
  readonly title: string;
  /** Root-relative. */
  readonly href: string;
}

/** Data that all pages of a site share. */
export interface Shell {
  readonly head: HeadContext;
  /** Path of the site's address without trailing slash; empty at the root of a host. */
  readonly basePath: string;
  readonly nav: readonly PageRef[];
  /** Root-relative address of the style sheet. */
  readonly style: string;
}

/** What the pages know of the site and its documents. */
export function contextOf(shell: Shell): DocumentContext {
  return shell.head.documentContext;
}

/** An address of the site without its host, so that the pages work wherever they are served. */
export function localHref(shell: Pick<Shell, 'basePath' | 'head'>, url: string): string {
  const { baseUrl } = shell.head.documentContext.site;
  return url.startsWith(`${baseUrl}/`) ? shell.basePath + url.slice(baseUrl.length) : url;
}
