import type { Element } from 'hast';
import { titleKey } from './title.js';
import { classesOf, elementsOf, removeWhere, textOf } from './tree.js';

/** The words of a heading without the link to itself. */
export function headingText(heading: Element): string {
  if (elementsOf(heading).length === 0) return textOf(heading);
  const copy = structuredClone({ ...heading, children: heading.children }) as Element;
  removeWhere(copy, (element) => {
    const isMark = /^[#¶§🔗⚓\s\u200b]*$/u.test(textOf(element)) && element.tagName === 'a';
    const isNamed = classesOf(element).some((name) =>
      /^(?:header-?(?:link|anchor)|hash-link|anchor)$/.test(name),
    );
    return isMark || (element.tagName === 'a' && isNamed && textOf(element) !== textOf(heading));
  });
  return textOf(copy);
}

/** The heading that repeats the title goes; the twin has a title of its own. */
export function removeTitle(main: Element, heading: Element | undefined, title: string): void {
  if (heading === undefined) return;
  const text = headingText(heading);
  if (text !== title && titleKey(text) !== titleKey(title)) return;
  removeWhere(main, (element) => element === heading);
}
