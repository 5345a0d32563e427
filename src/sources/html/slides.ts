import type { Element } from 'hast';
import { renderFragment } from '../../content/body/markdown/render.js';
import { deepText, elementsIn, findAll, property } from '../../content/html/element.js';
import { parseHtml } from '../../content/html/parse.js';

const SEPARATOR = /^[ \t]*-{2,3}[ \t]*$/m;
/** The properties at the start of a slide of remark, and its notes. */
const PROPERTIES = /^(?:[ \t]*\n)*(?:[a-z-]+:[^\n]*\n)+/;
const NOTES = /^\?\?\?/m;
const EXCLUDED = /^exclude:[ \t]*true[ \t]*$/m;
/** The notes of a slide of reveal.js. */
const SPOKEN = 'notes?:';

/**
 * Writes slides as HTML, in place, whose Markdown scripts render in the browser: those of reveal.js (`data-markdown`), and
 * the decks of remark and xaringan (`<textarea id="source">`). Notes for the speaker are left out.
 */
export function renderSlides(body: Element): void {
  for (const element of findAll(body, (one) => one.properties['dataMarkdown'] !== undefined)) {
    const [template = element, ...others] = elementsIn(element);
    if (others.length > 0 || (template !== element && !/^(?:textarea|script)$/.test(template.tagName)))
      continue;
    const sign = property(element, 'dataSeparatorNotes').replace(/^\^|[^\w:]/g, '') || SPOKEN;
    render(element, deepText(template), new RegExp(`^[ \\t]*${sign}`, 'im'));
  }
  for (const element of findAll(body, ({ tagName }) => tagName === 'textarea')) {
    if (property(element, 'id') !== 'source') continue;
    element.tagName = 'div';
    render(element, withoutMacros(deepText(element)), NOTES);
  }
}

function render(element: Element, text: string, notes: RegExp): void {
  const slides = unindented(text).split(SEPARATOR);
  element.children = slides.flatMap((slide) => {
    const shown = slide.split(notes)[0] ?? '';
    const properties = notes === NOTES ? (PROPERTIES.exec(shown)?.[0] ?? '') : '';
    if (EXCLUDED.test(properties)) return [];
    return parseHtml(`<div>${renderFragment(shown.slice(properties.length))}</div>`).children as Element[];
  });
}

/** Lines without the white space that all of them begin with. */
function unindented(text: string): string {
  const lines = text.split('\n');
  const indents = lines.filter((line) => line.trim() !== '').map((line) => line.search(/\S/));
  const least = indents.reduce((low, one) => Math.min(low, one), Number.POSITIVE_INFINITY);
  return least > 0 && least < Number.POSITIVE_INFINITY
    ? lines.map((line) => line.slice(least)).join('\n')
    : text;
}

/** The text of `.class[text]` in decks of remark, which may have brackets of its own and stand over several lines. */
function withoutMacros(text: string): string {
  const open: boolean[] = [];
  return text.replace(/(?<=^|[\s[])(?:\.[a-z][\w-]*)+\[|\[|\]/gim, (sign) => {
    if (sign === ']') return open.pop() === true ? '' : sign;
    open.push(sign !== '[');
    return sign === '[' ? sign : '';
  });
}
