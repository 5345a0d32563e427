import type { Element } from 'hast';
import { decodePercent } from '../../../core/percent.js';
import { classesOf, collapseSpace, deepText, findElement, hasClass, property } from '../element.js';
import { parseHtml } from '../parse.js';
import { katexMath } from './drawn-katex.js';
import { mathJaxMath } from './drawn-mathjax.js';
import { formulaSource, spokenFormula } from './formula-names.js';
import { readMath } from './mathml.js';

/** A formula found in a page. */
export interface Formula {
  /** TeX, or a replacement text where the page has none. */
  readonly tex: string;
  readonly display: boolean;
  readonly kind: FormulaKind;
}

/** The notation of a formula: TeX, AsciiMath, or plain text that replaces MathML. */
type FormulaKind = 'tex' | 'ascii' | 'text';

/** Boxes whose text is TeX between delimiters. */
const DELIMITED = new Set('math arithmatex js-inline-math js-display-math'.split(' '));
/** Boxes whose whole text is TeX. */
const BARE = new Set('math-inline math-display language-math katex-error'.split(' '));
/** All names of boxes that `byClass` recognises. */
const MARKED = /math|formula|equation|^(?:arithmatex|content|katex|MJX)|(?:^|[-_])(?:la)?tex(?:$|[-_])/i;
const IMAGE_CLASS = /^(?:latex|tex|math|mwe-math-.*)$/;
const IMAGE_SOURCE =
  /latex\.php\?|latex\.codecogs\.com|chart\.(?:apis\.google|googleapis)\.com\/chart\?cht=tx|\/media\/math\/render\//i;
/** The TeX in the address of an image that a service draws. */
const IMAGE_TEX = /(?:latex\.php\?(?:[^&]*&)*latex=|[?&]chl=|codecogs\.com\/[\w.]+\?)([^&]+)/i;
/** What no other text has: `\\frac{a}`, `\\begin{align}`. */
const TEX_COMMAND = /\\[a-z]{3,}\{/i;
const DELIMITERS = /^\s*(?:\\\((.*)\\\)|\\\[(.*)\\\]|\$\$(.*)\$\$|\$(.*)\$)\s*$/s;
/** The elements that older MathJax puts next to the script that holds the formula. */
const MATHJAX = /^(?:MathJax(?:_[A-Za-z_]+)?|MJXc-display|mjx-chtml)$/;

/**
 * Recognises formulas as KaTeX, MathJax, MediaWiki, Sphinx, MkDocs, AsciiDoctor, GitHub, GitLab, Pandoc and MathML
 * write them.
 *
 * @param node any element
 * @param parent the parent of the element, where it is known
 * @returns undefined when it isn't a formula
 */
export function readFormula(node: Element, parent?: Element): Formula | undefined {
  const { tagName } = node;
  if (tagName === 'math') return mathFormula(node, property(node, 'display') === 'block');
  if (tagName === 'script') return scriptFormula(node);
  if (tagName === 'img') return imageFormula(node);
  if (tagName === 'mjx-container') return mathJaxContainer(node);
  if (tagName === 'd-math') return formula(deepText(node), node.properties['block'] !== undefined);
  if (tagName === 'math-renderer') return delimited(deepText(node), false);
  const names = classesOf(node);
  for (const name of names) if (MARKED.test(name)) return byClass(node, names, parent);
  const style = names.length === 0 ? '' : property(node, 'dataMathStyle');
  return style === '' ? undefined : formula(deepText(node), style === 'display');
}

/**
 * Returns whether an element is what older MathJax draws next to the script of a formula.
 *
 * @param node any element
 * @returns true also for its preview
 */
export function isMathJaxOutput(node: Element): boolean {
  return (node.tagName === 'span' || node.tagName === 'div') && hasClass(node, MATHJAX);
}

function byClass(node: Element, names: readonly string[], parent: Element | undefined): Formula | undefined {
  const style = property(node, 'dataMathStyle');
  if (style !== '') return formula(deepText(node), style === 'display');
  if (names.some((name) => BARE.has(name))) return bareFormula(node, names, parent);
  if (names.some((name) => DELIMITED.has(name))) return boxFormula(node, names);
  if (names.some((name) => name.startsWith('mwe-math-element'))) return wikiFormula(node, names);
  if (names.includes('content') && parent !== undefined && hasClass(parent, 'stemblock'))
    return delimited(deepText(node), true);
  if (isMathJaxOutput(node)) return drawnFormula(node, names);
  const display = names.includes('katex-display');
  return display || names.includes('katex') ? katexFormula(node, display) : formulaAround(node, names);
}

function katexFormula(node: Element, display: boolean): Formula | undefined {
  const math = findElement(node, (child) => child.tagName === 'math');
  const read = math && mathFormula(math, display);
  if (read?.kind === 'tex') return read;
  const box = findElement(node, (child) => formulaSource(child) !== '');
  const source = formulaSource(node) || (box === undefined ? '' : formulaSource(box));
  const drawing = findElement(node, (child) => hasClass(child, 'katex-html'));
  return (
    sourceFormula(source, display) ??
    read ??
    formula(spokenFormula(node), display, 'text') ??
    (drawing && mathFormula(katexMath(drawing), display))
  );
}

/** Class names of editors' boxes around a formula, with its source in an attribute. */
function formulaAround(node: Element, names: readonly string[]): Formula | undefined {
  const source = formulaSource(node) || property(node, 'dataValue');
  if (source === '') return undefined;
  const drawing = findElement(node, isDrawing);
  if (drawing === undefined || visible(drawing) !== visible(node)) return undefined;
  const display = names.some((name) => /display|block/.test(name)) || isDisplayed(node);
  return sourceFormula(source, display);
}

function isDrawing(node: Element): boolean {
  if (/^(?:math|mjx-container)$/.test(node.tagName) || isMathJaxOutput(node)) return true;
  return hasClass(node, /^(?:katex|mq-root-block)$/);
}

function isDisplayed(node: Element): boolean {
  return findElement(node, (child) => hasClass(child, 'katex-display')) !== undefined;
}

function visible(node: Element): string {
  return deepText(node).replace(/[\s\u200b\ufeff]+/g, '');
}

/** The source of a formula from an attribute: TeX or MathML. */
function sourceFormula(source: string, display: boolean): Formula | undefined {
  if (/^\s*<math/i.test(source)) return writtenMath(source, display);
  return delimited(source, display) ?? formula(source, display);
}

function formula(source: string, display: boolean, kind: FormulaKind = 'tex'): Formula | undefined {
  const tex = collapseSpace(kind === 'tex' ? withoutStyle(withoutTexComments(source)) : source);
  return tex === '' ? undefined : { tex, display, kind };
}

/** In one line, a comment would swallow what follows it. */
function withoutTexComments(tex: string): string {
  return /[\n]|%\s*(?:<!\[CDATA\[|\]\]>)/.test(tex) ? tex.replace(/(^|[^\\])%[^\n]*(?:\n|$)/g, '$1\n') : tex;
}

/** MediaWiki wraps every formula in `{\displaystyle …}`. */
function withoutStyle(tex: string): string {
  const inner = /^\s*\{\\(?:display|text|script)style\s+([\s\S]*)\}\s*$/.exec(tex)?.[1];
  if (inner === undefined) return tex;
  let depth = 0;
  for (const [sign] of inner.matchAll(/\\[\s\S]|[{}]/g)) {
    depth += sign === '{' ? 1 : sign === '}' ? -1 : 0;
    if (depth < 0) return tex;
  }
  return inner;
}

function mathFormula(math: Element, display: boolean): Formula | undefined {
  const { text, isTex } = readMath(math);
  return formula(text, display, isTex ? 'tex' : 'text');
}

function scriptFormula(node: Element): Formula | undefined {
  const type = property(node, 'type').toLowerCase();
  if (!type.startsWith('math/')) return undefined;
  const display = /mode\s*=\s*display/.test(type);
  if (type.startsWith('math/tex')) return formula(deepText(node), display);
  if (type.startsWith('math/asciimath')) return formula(deepText(node), display, 'ascii');
  return type.startsWith('math/mml') ? writtenMath(deepText(node), display) : undefined;
}

/** MathML as text of a script or an attribute. */
function writtenMath(html: string, display: boolean): Formula | undefined {
  const math = findElement(parseHtml(html), (child) => child.tagName === 'math');
  return math && mathFormula(math, display || property(math, 'display') === 'block');
}

function imageFormula(node: Element): Formula | undefined {
  const isFormula =
    hasClass(node, IMAGE_CLASS) ||
    IMAGE_SOURCE.test(property(node, 'src')) ||
    TEX_COMMAND.test(property(node, 'alt'));
  if (!isFormula) return undefined;
  const drawn = IMAGE_TEX.exec(property(node, 'src'))?.[1];
  return (
    sourceFormula(property(node, 'alt'), false) ??
    (drawn === undefined ? undefined : formula(decodePercent(drawn.replaceAll('+', ' ')), false)) ??
    formula(spokenFormula(node), false, 'text')
  );
}

function mathJaxContainer(node: Element): Formula | undefined {
  const display = property(node, 'display') === 'true';
  const named = findElement(node, (child) => formulaSource(child) !== '');
  const tex = formulaSource(node) || (named && formulaSource(named));
  const math = findElement(node, (child) => child.tagName === 'math');
  const read = math && mathFormula(math, display);
  if (tex && read?.kind !== 'tex') return formula(tex, display);
  return read ?? wordsOf(node, display);
}

/** The text of a formula without its source: the spoken text, or else the characters. */
function wordsOf(node: Element, display: boolean): Formula | undefined {
  const spoken = spokenFormula(node) || property(node, 'title');
  return formula(spoken, display, 'text') ?? mathFormula(mathJaxMath(node), display);
}

/** The drawing alone, without its script: what it holds for screen readers. */
function drawnFormula(node: Element, names: readonly string[]): Formula | undefined {
  const display = names.some((name) => /display/i.test(name));
  const source = property(node, 'dataMathml');
  if (source !== '') return writtenMath(source, display);
  const written = findElement(node, (child) => property(child, 'dataMathml') !== '');
  if (written !== undefined) return writtenMath(property(written, 'dataMathml'), display);
  const math = findElement(node, (child) => child.tagName === 'math');
  if (math !== undefined) return mathFormula(math, display || property(math, 'display') === 'block');
  return wordsOf(node, display);
}

function wikiFormula(node: Element, names: readonly string[]): Formula | undefined {
  const display = names.some((name) => /block|display/.test(name));
  const math = findElement(node, (child) => child.tagName === 'math');
  const read = math && mathFormula(math, display || property(math, 'display') === 'block');
  if (read?.kind === 'tex') return read;
  const image = findElement(node, (child) => child.tagName === 'img' && property(child, 'alt') !== '');
  return image === undefined ? read : sourceFormula(property(image, 'alt'), display);
}

function bareFormula(
  node: Element,
  names: readonly string[],
  parent: Element | undefined,
): Formula | undefined {
  // What a script has drawn already has elements of its own.
  const [only] = node.children;
  if (node.tagName === 'pre' && node.children.length === 1 && only?.type === 'element')
    return only.tagName === 'code' ? bareFormula(only, names, node) : undefined;
  if (!node.children.every((child) => child.type === 'text')) return formulaAround(node, names);
  const display = names.includes('math-display') || parent?.tagName === 'pre' || node.tagName === 'pre';
  return delimited(deepText(node), display) ?? formula(deepText(node), display);
}

/** Pandoc: `<span class="math inline">\(x\)</span>`; Sphinx adds the number of an equation. */
function boxFormula(node: Element, names: readonly string[]): Formula | undefined {
  const display = names.includes('display') || names.includes('js-display-math');
  const number = findElement(node, (child) => hasClass(child, 'eqno'));
  const text = deepText(node);
  if (text.trim() === '') return drawnBox(node, display || node.tagName === 'div');
  if (number === undefined)
    return delimited(text, display) ?? (isBareTex(node, names, text) ? formula(text, display) : undefined);
  const read = delimited(text.replace(deepText(number), ''), true);
  const label = /\(([^()]*)\)/.exec(deepText(number))?.[1];
  return read && label !== undefined ? { ...read, tex: `${read.tex} \\tag{${label}}` } : read;
}

/** Pandoc for KaTeX, and Scribble: TeX without delimiters; what Pandoc sets without scripts has elements. */
function isBareTex({ children }: Element, names: readonly string[], text: string): boolean {
  const isNamed = names.includes('inline') || names.includes('display');
  return (
    children.every(({ type }) => type === 'text') && (isNamed ? /[\p{L}\\^_{}]/u : TEX_COMMAND).test(text)
  );
}

/** Sphinx may draw formulas as images. */
function drawnBox(node: Element, display: boolean): Formula | undefined {
  const image = findElement(node, ({ tagName }) => tagName === 'img');
  return image && sourceFormula(property(image, 'alt'), display);
}

function delimited(text: string, display: boolean): Formula | undefined {
  const ascii = /^\s*\\\$(.*)\\\$\s*$/s.exec(text)?.[1];
  if (ascii !== undefined) return formula(ascii, display, 'ascii');
  const match = DELIMITERS.exec(text);
  const tex = match?.[1] ?? match?.[2] ?? match?.[3] ?? match?.[4];
  const isBlock = match?.[2] !== undefined || match?.[3] !== undefined;
  return tex === undefined ? undefined : formula(tex, display || isBlock);
}
