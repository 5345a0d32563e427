import type { Element, ElementContent, Nodes, Root } from 'hast';
import { deepText, findElement, hasClass, isBlankText, make, parentsIn } from '../element.js';
import {
  joinColours,
  normaliseCodeParagraph,
  normaliseCodeScript,
  normaliseCodeTable,
  normaliseFragment,
  normalisePre,
  normaliseWrapper,
} from './code-block.js';
import { isNoCode } from './code-parts.js';
import { normaliseDiagram } from './diagram.js';
import { isMathJaxOutput, readFormula } from './formula.js';
import { formulaElement, normaliseEquations, splitTex } from './raw-tex.js';

/** Facts about the page around a tree. */
interface CanonicalOptions {
  /** Whether a script draws formulas in the page's text (`drawsTex`). */
  readonly hasTexInText?: boolean;
  /** Whether text between single dollars is a formula too (see `drawsDollars`). */
  readonly hasDollars?: boolean;
}

/** The result for a node: replacements, the node unchanged, or the node with its children processed. */
type Outcome = readonly ElementContent[] | 'leave' | 'enter';

const LEFT = new Set('style svg template textarea'.split(' '));
const IGNORED_TEX = /^(?:tex2jax_ignore|mathjax_ignore|no-?mathjax)$/;

/**
 * Brings formulas and code of all generators into one form, in place: each formula is its TeX, once; each block of
 * code is its text. Call it before anything reads or measures the words of a tree; a second call changes
 * nothing.
 *
 * @param tree page or body as parsed
 * @param options facts about the page
 */
export function canonicalise(tree: Root | Element, options: CanonicalOptions = {}): void {
  const open: (Root | Element)[] = [tree];
  for (let parent = open.pop(); parent !== undefined; parent = open.pop()) {
    const children: Nodes[] = parent.children;
    // Created with the first replaced node: most elements have none.
    let kept: Nodes[] | undefined;
    for (let at = 0; at < children.length; at += 1) {
      const child = children[at] as Nodes;
      const outcome = normaliseNode(child, parent, at, options);
      if (typeof outcome === 'object') {
        kept ??= children.slice(0, at);
        kept.push(...outcome);
        continue;
      }
      kept?.push(child);
      if (outcome === 'enter' && child.type === 'element') open.push(child);
    }
    if (kept !== undefined) parent.children = kept as typeof parent.children;
  }
}

function normaliseNode(node: Nodes, parent: Root | Element, at: number, options: CanonicalOptions): Outcome {
  if (node.type === 'text') return (options.hasTexInText && splitTex(node, options.hasDollars)) || 'leave';
  if (node.type !== 'element') return 'leave';
  const around = parent.type === 'element' ? parent : undefined;
  if (isMathJaxOutput(node) && hasFormulaBehind(parent, at)) return [];
  const formula = readFormula(node, around) ?? mathInCode(node);
  if (formula !== undefined) return [formulaElement(formula, isBlock(node) ? 'div' : 'span')];
  if (node.tagName === 'script') return normaliseCodeScript(node) ?? 'leave';
  if (LEFT.has(node.tagName) || hasClass(node, IGNORED_TEX)) return 'leave';
  return normaliseCode(node);
}

function normaliseCode(node: Element): Outcome {
  const diagram = normaliseDiagram(node);
  if (diagram !== undefined) return [diagram];
  switch (node.tagName) {
    case 'pre':
      return normalisePre(node);
    case 'code':
      return blockInCode(node) ?? inlineCode(node);
    case 'd-code':
      return [distillCode(node)];
    case 'table':
      return normaliseEquations(node) ?? normaliseCodeTable(node) ?? 'enter';
    case 'p':
      return normaliseCodeParagraph(node) ?? 'enter';
    case 'div':
      normaliseWrapper(node);
      return normaliseFragment(node) ?? 'enter';
    default:
      normaliseWrapper(node);
      return 'enter';
  }
}

function inlineCode(code: Element): Outcome {
  withoutPopups(code);
  joinColours(code);
  return 'leave';
}

/** Chirpy puts numbered lines into inline code, HTML editors a `pre`. */
function blockInCode(code: Element): readonly ElementContent[] | undefined {
  // Verso's blocks of code.
  if (hasClass(code, /^block$/) && deepText(code).trim() !== '') return normalisePre(make('pre', [code]));
  const [block, ...rest] = code.children.filter((child) => !isBlankText(child));
  if (block?.type !== 'element' || rest.length > 0) return undefined;
  return block.tagName === 'pre' ? normalisePre(block) : normaliseCodeTable(block);
}

/** The code of Distill: `<d-code block language="js">`. */
function distillCode(node: Element): Element {
  const { language: dataLanguage, block } = node.properties;
  const code = { ...make('code', node.children), properties: { dataLanguage } };
  return block === undefined && !deepText(node).includes('\n') ? code : make('pre', [code]);
}

/** A block of code in the language `math` is a formula, as GitHub and GitLab show it. */
function mathInCode(node: Element): ReturnType<typeof readFormula> {
  if (node.tagName !== 'pre') return undefined;
  const shown = node.children.filter((child) => !isBlankText(child));
  const [code] = shown;
  if (shown.length !== 1 || code?.type !== 'element' || code.tagName !== 'code') return undefined;
  return readFormula(code, node);
}

/** Whether what MathJax drew is followed by the script with the formula, or a preview by the drawing. */
function hasFormulaBehind(parent: Root | Element, at: number): boolean {
  const isPreview = (node: Nodes | undefined): boolean =>
    node?.type === 'element' && hasClass(node, 'MathJax_Preview');
  for (const next of parent.children.slice(at + 1)) {
    if (isBlankText(next)) continue;
    if (next.type !== 'element') return false;
    if (next.tagName === 'script') return readFormula(next) !== undefined;
    if (next.tagName === 'mjx-container') return isPreview(parent.children[at]);
    if (!isMathJaxOutput(next)) return false;
  }
  return false;
}

function withoutPopups(code: Element): void {
  const isPopup = (element: Element): boolean => isNoCode(element, false);
  if (!findElement(code, isPopup)) return;
  for (const parent of parentsIn(code))
    parent.children = (parent.children as ElementContent[]).filter(
      (child) => child.type !== 'element' || !isPopup(child),
    );
}

function isBlock({ tagName, properties }: Element): boolean {
  if (tagName === 'd-math') return properties['block'] !== undefined;
  return tagName === 'div' || tagName === 'pre' || tagName === 'section';
}
