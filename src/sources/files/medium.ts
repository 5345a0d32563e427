import type { Element } from 'hast';
import { parseDocument } from '../../content/html/parse.js';
import { toHtml } from '../../content/html/serialise.js';
import { element } from '../../content/markdown/prepare/visit.js';
import { isMediumDraft, isMediumPost } from '../archive-names.js';
import { classesOf, findAll, findFirst, removeWhere, textOf, textProperty } from '../html/tree.js';
import type { FrontMatter } from './front-matter.js';

/**
 * Reads a post exported from Medium: an `h-entry` with its text in `e-content`, and author and date below it.
 * @returns undefined for any other file
 */
export function readMediumPost(path: string, text: string): FrontMatter | undefined {
  if (!isMediumPost(text)) return undefined;
  const document = parseDocument(text);
  const find = (name: string): Element | undefined =>
    findFirst(document, (element) => classesOf(element).includes(name));
  const content = find('e-content');
  const title = find('p-name');
  const [summary, author, time] = [find('p-summary'), find('p-author'), find('dt-published')];
  const date = time && textProperty(time, 'dateTime');
  const isUndated = date === undefined || date === '';
  const name = path.slice(path.lastIndexOf('/') + 1).replace(/\.html$/, '');
  // The text shows the title again.
  if (content !== undefined)
    removeWhere(content, (element) =>
      /^graf--title$|^section-divider$/.test(
        classesOf(element).find((one) => /title|divider/.test(one)) ?? '',
      ),
    );
  if (content !== undefined) settleMixtapes(content);
  const data = {
    title: title && textOf(title).trim(),
    description: summary && textOf(summary).trim(),
    author: author && textOf(author).trim(),
    ...(isUndated ? {} : { date }),
    type: 'post',
    slug: name.replace(/^(?:draft|\d{4}-\d{2}-\d{2})_/, '').toLowerCase(),
    // Whatever its name, a post without a date is unpublished.
    draft: isMediumDraft(path, text) || isUndated,
  };
  const body = content === undefined ? '' : toHtml({ type: 'root', children: content.children });
  return { present: true, data, body, source: () => undefined };
}

/** A card about another page has its title, description and host in the text of a link, and a second link around a picture. */
function settleMixtapes(content: Element): void {
  for (const card of findAll(content, (one) => classesOf(one).includes('graf--mixtapeEmbed'))) {
    const link = findFirst(card, ({ tagName }) => tagName === 'a');
    const part = (tag: string) => link && findFirst(link, ({ tagName }) => tagName === tag);
    const [title, description] = [part('strong'), part('em')];
    if (link === undefined || title === undefined) continue;
    link.children = title.children;
    card.children = [
      element('p', {}, [link]),
      ...(description ? [element('p', {}, description.children)] : []),
    ];
  }
}
