import type { Element } from 'hast';
import { languageOf } from '../code-language.js';
import { elementsIn, findElement, hasClass, make, nodesIn } from '../element.js';
import { findIn, type PageMap, remove, replace, textIn } from '../reveal/page-map.js';
import { oneSpaced } from '../text.js';

/** Boxes between code and the row of its label and buttons. */
const MAX_BOXES = 4;
/** Limits the work on a page made to be slow. */
const MAX_PARTS = 1000;

/** Removes the name of the language above code, which its block has too. The labels of tabs are paragraphs, and stay. */
export function dropLanguageLabels(page: PageMap): void {
  for (const pre of findIn(page, { tags: /^pre$/ })) {
    const language = [pre, ...elementsIn(pre)].map(languageOf).find(Boolean);
    const label = language === undefined ? undefined : boxBefore(page, pre);
    if (label !== undefined && textWithoutButtons(label).toLowerCase() === language) remove(page, label);
  }
}

/** Writes the name of a file on a line before its code. DokuWiki wraps both in a definition list. */
export function nameCodeFiles(page: PageMap): void {
  for (const list of findIn(page, { tags: /^dl$/ })) {
    if (!hasClass(list, /^(?:code|file)$/)) continue;
    const [term, code] = elementsIn(list);
    const pre = code && findElement(code, ({ tagName }) => tagName === 'pre');
    if (term?.tagName !== 'dt' || pre === undefined) continue;
    replace(page, list, [make('p', [make('em', [{ type: 'text', value: textIn(term) }])]), pre]);
  }
}

/** The element before code, or before the boxes that it begins. */
function boxBefore(page: PageMap, pre: Element): Element | undefined {
  for (let at = pre, level = 0; level < MAX_BOXES; level += 1) {
    const parent = page.parents.get(at);
    if (parent?.type !== 'element' || parent.children.length > MAX_PARTS) return undefined;
    const siblings = elementsIn(parent);
    const before = siblings[siblings.indexOf(at) - 1];
    if (before !== undefined)
      return /^(?:div|span|header|figcaption)$/.test(before.tagName) ? before : undefined;
    at = parent;
  }
  return undefined;
}

function textWithoutButtons(box: Element): string {
  let text = '';
  for (const node of nodesIn(box, ({ tagName }) => tagName === 'button')) {
    if (node.type === 'text') text += node.value;
    if (text.length > 100) break;
  }
  return oneSpaced(text).trim();
}
