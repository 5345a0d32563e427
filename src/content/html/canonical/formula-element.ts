import type { Element, ElementContent, Properties } from 'hast';
import type { Formula } from './formula.js';

/**
 * Writes a formula in the one form that all later steps read: TeX between dollar signs in an element of the class
 * `math`, AsciiMath as code, and what was read from MathML as text.
 *
 * @param formula the formula
 * @param tagName `div` for a formula that is a block of its own
 * @returns its replacement
 */
export function formulaElement({ tex, display, kind }: Formula, tagName: 'div' | 'span'): Element {
  if (kind === 'text') return element(tagName, {}, { type: 'text', value: tex });
  if (kind === 'ascii') {
    const code = element('code', {}, { type: 'text', value: tex });
    return tagName === 'span' ? code : element(tagName, {}, code);
  }
  const sign = display ? '$$' : '$';
  const className = ['math', display ? 'display' : 'inline'];
  return element(tagName, { className }, { type: 'text', value: sign + tex + sign });
}

function element(tagName: string, properties: Properties, child: ElementContent): Element {
  return { type: 'element', tagName, properties, children: [child] };
}
