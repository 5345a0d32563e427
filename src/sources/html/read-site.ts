import { findElement } from '../../content/html/element.js';
import { escapeHtml } from '../../content/html/escape.js';
import { parseDocument } from '../../content/html/parse.js';
import { Warnings } from '../../core/warnings.js';
import type { RawSite } from '../port.js';
import { prefixOf } from './addresses/page-address.js';
import { pageLanguage } from './facts.js';
import { descriptionOf, iconOf, readHead } from './head.js';
import { firstTitle, headingText } from './heading.js';
import { readLinkedData } from './json-ld.js';
import { makePageResolver } from './links.js';
import { headPart, type ReadContext, readPageText } from './read-page.js';
import type { FolderScan } from './scan.js';

/** The facts about the site from the front page and all pages together. */
export function readSite(scan: FolderScan, context: ReadContext): RawSite {
  const { base, titles } = scan;
  const home =
    [...scan.pages].find(([, decision]) => 'address' in decision && decision.address === '/')?.[0] ??
    scan.front;
  const text = home === undefined ? undefined : readPageText(home, { ...context, warnings: new Warnings() });
  const document = parseDocument(headPart(text ?? ''));
  const head = readHead(document);
  const resolve = makePageResolver(home ?? 'index.html', head.base, scan);
  const icon = iconOf(document);
  const named = readLinkedData(head.jsonLd).siteName;
  const title = named || titles.siteName || (titles.frontTitle ? headingOf(text ?? '') : head.title);
  const description = descriptionOf(head) || (scan.commonDescription ?? '');
  const lang = pageLanguage(head.lang);
  return {
    ...(title === '' ? {} : { title: escapeHtml(title) }),
    ...(named === '' && titles.isNameOfFront === true && { isTitleOfFront: true }),
    ...(description === '' ? {} : { description: escapeHtml(description) }),
    ...(prefixOf(base) === '' ? {} : { baseUrl: prefixOf(base) }),
    ...(lang === undefined ? {} : { lang }),
    ...(icon === '' || icon.startsWith('data:') ? {} : { logo: resolve(icon, 'resource') }),
  };
}

/** The heading of a front page that names the site, for want of a name. */
function headingOf(page: string): string {
  const body = findElement(parseDocument(page), ({ tagName }) => tagName === 'body');
  const heading = body === undefined ? undefined : firstTitle(body);
  return heading === undefined ? '' : headingText(heading);
}
