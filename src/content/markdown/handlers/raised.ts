import type { Element, Nodes, Parents } from 'hast';
import type { RootContent } from 'mdast';
import { deepText } from '../../html/element.js';
import { hasFlow } from '../flow.js';
import { textOf } from '../nodes.js';
import { exponentForm } from './exponent.js';
import type { Handle } from './handle.js';

const NUMBER = /^[+−-]?\d+$/;
/** A sum or the like, which would read as a term of the line: `2^(n-1)`. */
const TERM = /^(?:\d*\p{L}|\d+)(?:\s*[+−\-*·×/]\s*(?:\d*\p{L}|\d+))+$/u;
const BRACKETED = /^\([^()]*\)$/;
/** After a number it is a power; other letters are ordinals as often (`1e`, `2o`, `3d`). */
const VARIABLE = /^[i-kmnp-qx-zKN]$/;
/** Elements without a mark of their own between a number and a superscript after it. */
const UNMARKED = /^(?:span|var|data|small|font|abbr|time|bdi)$/;

/** `sup`: inner text; an exponent after a digit keeps a `^`, because 10⁶ is not 106. */
export const superscript: Handle = (state, node, parent) => {
  const children = state.all(node);
  const siblings: readonly Nodes[] = parent?.children ?? [];
  const raised = textOf(children).trim();
  const form = exponentForm(raised, siblings[siblings.indexOf(node) - 1]);
  if (form === 'sign' || (form === 'brackets' && BRACKETED.test(raised)))
    return [{ type: 'text', value: '^' }, ...children];
  if (form === 'brackets') return [{ type: 'text', value: '^(' }, ...children, { type: 'text', value: ')' }];
  return withSign('^', children, before(node, parent));
};

/** `sub`: inner text; an index after a digit keeps a `_`, because 101₂ is not 1012. */
export const subscript: Handle = (state, node, parent) => {
  return withSign('_', state.all(node), before(node, parent));
};

function withSign(sign: '^' | '_', children: RootContent[], text: string): RootContent[] {
  const raised = textOf(children).trim();
  if (hasFlow(children)) return children;
  // `word<sup>1-3</sup>` names sources.
  const isTerm = TERM.test(raised) && (/\d$/.test(text) || /\p{L}/u.test(raised));
  if (isTerm && /[\p{L}\p{N})\]]$/u.test(text)) {
    return [{ type: 'text', value: `${sign}(` }, ...children, { type: 'text', value: ')' }];
  }
  const isPower = NUMBER.test(raised) || VARIABLE.test(raised);
  return /\d$/.test(text) && isPower ? [{ type: 'text', value: sign }, ...children] : children;
}

/** The text right before an element. */
function before(node: Element, parent: Parents | undefined): string {
  const siblings: readonly Nodes[] = parent?.children ?? [];
  const previous = siblings[siblings.indexOf(node) - 1];
  if (previous?.type === 'text') return previous.value;
  return previous?.type === 'element' && UNMARKED.test(previous.tagName) ? deepText(previous) : '';
}
