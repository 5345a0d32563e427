import type { Element } from 'hast';
import { findElement, property } from '../element.js';

/** Attributes with the TeX source of a formula. */
const SOURCES =
  'dataLatex dataTex dataMath dataFormula dataEquation dataExpr dataExpression dataKatex dataOriginalTex dataOriginalLatex dataEntry'.split(
    ' ',
  );
/** Attributes with the spoken text of a formula, for screen readers. */
const SPOKEN = 'ariaLabel dataSemanticSpeechNone dataSemanticSpeech dataSpeech'.split(' ');
const GENERIC = /^(?:math|maths|formula|equation|inline math|display math|math equation)$/i;

/**
 * Reads the source of a formula from the attributes of its box.
 *
 * @param node a box around a formula
 * @returns TeX or MathML, empty if there is none
 */
export function formulaSource(node: Element): string {
  for (const name of SOURCES) {
    const value = property(node, name);
    if (value !== '' && value !== 'true' && value !== 'false') return value;
  }
  return '';
}

/**
 * Reads the spoken text of a formula.
 *
 * @param node a box around a formula
 * @returns empty if there is none
 */
export function spokenFormula(node: Element): string {
  const own = spokenHere(node);
  if (own !== '') return own;
  const named = findElement(node, (child) => spokenHere(child) !== '');
  return named === undefined ? '' : spokenHere(named);
}

function spokenHere(node: Element): string {
  for (const name of SPOKEN) {
    const value = property(node, name);
    if (value !== '' && !GENERIC.test(value)) return value;
  }
  const [title] = node.tagName === 'svg' ? node.children : [];
  if (title?.type !== 'element' || title.tagName !== 'title') return '';
  const [text] = title.children;
  return text?.type === 'text' ? text.value.trim() : '';
}
