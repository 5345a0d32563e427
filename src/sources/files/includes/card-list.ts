import { link, plain } from '../../../content/body/markdown/components/write.js';
import { replaceInProse } from '../../../core/prose.js';
import type { Includes } from './includes.js';

const TAG = /<DocCardList\b[^<>]*\/>/g;

/** Writes the cards of Docusaurus' `DocCardList`, the pages of a folder, as a list of links. */
export function expandCardList(text: string, includes: Includes): string {
  if (includes.layout.generator !== 'docusaurus' || !text.includes('<DocCardList')) return text;
  return replaceInProse(text, new RegExp(TAG), ({ index, 0: { length } }) => {
    const items = includes.children().map(({ title, url, description }) => {
      const more = description === '' ? '' : `: ${plain(description)}`;
      return `- ${link(plain(title), url)}${more}`;
    });
    return { text: `\n\n${items.join('\n')}\n\n`, end: index + length };
  });
}
