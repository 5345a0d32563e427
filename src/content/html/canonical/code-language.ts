import type { Element, Nodes } from 'hast';
import {
  classesOf,
  collapseSpace,
  deepText,
  findAll,
  findElement,
  hasClass,
  isBlankText,
  nodesIn,
} from '../element.js';
import { isCode } from './code-numbers.js';

/**
 * Removes the name of the language from above the code in a block, where ChatGPT shows it.
 *
 * @param pre a `pre` element; its children may be replaced
 * @returns the name in the class of the code
 */
export function dropLanguage(pre: Element): string | undefined {
  const [code, ...more] = findAll(pre, (one) => isCode(one) || hasClass(one, 'cm-content'));
  if (code === undefined || more.length > 0) return undefined;
  if (!isCode(code)) {
    keepEditor(pre, code);
    return undefined;
  }
  const name = classesOf(code)
    .find((one) => one.startsWith('language-'))
    ?.slice('language-'.length);
  if (name === undefined) return undefined;
  const isName = (node: Nodes): boolean =>
    node.type === 'element' && collapseSpace(deepText(node)).toLowerCase() === name;
  for (const node of nodesIn(pre, (one) => one === code))
    if (node.type === 'element')
      node.children = node.children.filter((child) => child === code || !isName(child));
  return name;
}

/** Keeps the lines of an editor in a block; the text above them names the language. */
function keepEditor(pre: Element, lines: Element): void {
  const hasText = ({ children }: Element) => children.some((one) => one.type === 'text' && !isBlankText(one));
  const first = findElement(pre, (one) => one === lines || hasText(one));
  if (first !== undefined && first !== lines) pre.properties['dataLanguage'] = collapseSpace(deepText(first));
  pre.children = [lines];
}
