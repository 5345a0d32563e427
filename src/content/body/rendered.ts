import type { Root } from 'hast';
import { parseHtml } from '../html/parse.js';
import { toHtml } from '../html/serialise.js';
import type { RenderedBody } from './port.js';

/** The tree of a rendered body, which may be changed. */
export function treeOf(body: RenderedBody): Root {
  return typeof body === 'string' ? parseHtml(body) : body;
}

/** The text of a rendered body. */
export function htmlOf(body: RenderedBody): string {
  return typeof body === 'string' ? body : toHtml(body);
}
