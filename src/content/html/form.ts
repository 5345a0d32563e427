import type { Element } from 'hast';
import { findAll, nodesIn, property } from './element.js';

/** Parts of a form that only serve its fields. */
const PARTS = /^(?:button|datalist|label|legend|option|script|select|style|template|textarea)$/;
const NAMES = ['className', 'id', 'name', 'role', 'action'];
/** Forms of a site, which say nothing about the subject of a page. */
const OF_SITE =
  /(?<!re)search|subscri|newsletter|mailing|log-?(?:in|on)\b|sign-?(?:in|up)|register|comment|respond|cart(?![a-z])|checkout|consent|cookie/i;
/** Letters of the shortest sentence, and of a page that a server puts into a form as a whole. */
const SENTENCE = 12;
const PAGE = 1000;

/** Whether a form has text of its own, such as a quiz or a calculator, beside fields and their labels. */
export function holdsProse(form: Element): boolean {
  let letters = 0;
  for (const node of nodesIn(form, ({ tagName }) => PARTS.test(tagName)))
    if (node.type === 'text') letters += node.value.match(/\p{L}/gu)?.length ?? 0;
  return letters > PAGE || (letters >= SENTENCE && !isOfSite(form));
}

/** Headings, and the frame of a page. */
const BESIDE = /^(?:h[1-6]|aside|footer|header|nav|noscript|script|style)$/;

/** Whether a form is all of a page under its headings: its labels are the text. */
export function isWholePage(form: Element, page: Element): boolean {
  if (isOfSite(form)) return false;
  for (const node of nodesIn(page, (one) => one === form || BESIDE.test(one.tagName)))
    if (node.type === 'text' && /\p{L}/u.test(node.value)) return false;
  return true;
}

function isOfSite(form: Element): boolean {
  if (NAMES.some((name) => OF_SITE.test(property(form, name)))) return true;
  const types = findAll(form, ({ tagName }) => tagName === 'input')
    .map((input) => property(input, 'type'))
    .filter((type) => !/^(?:hidden|submit|button|checkbox|image)$/.test(type));
  return (
    types.some((type) => /^(?:password|search)$/.test(type)) || (types.length === 1 && types[0] === 'email')
  );
}
