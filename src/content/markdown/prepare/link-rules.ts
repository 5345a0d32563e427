import type { Element, ElementContent } from 'hast';
import { deepText, findElement, oneLine, property } from '../../html/element.js';
import { linkTarget } from '../handlers/url.js';
import { isReadable } from './dropped.js';
import { anchorFate } from './hidden.js';
import { noteReference } from './note-rules.js';
import { isBacklink, type Notes } from './notes.js';
import { element, type Visit } from './visit.js';

/** `a`: references to footnotes, the ways back from them, and anchors of headings have their own. */
export function copyLink(visit: Visit): boolean {
  const { node, out, place, context } = visit;
  const label = context.notes.references.get(node);
  if (label !== undefined) {
    out.push(noteReference(label));
    return true;
  }
  if (place.inNote && isBacklink(node, context.notes)) return true;
  const fate = anchorFate(node, place.heading);
  if (fate === 'unwrap') visit.copy(node, out);
  else if (fate === 'keep') return !place.inPre && copyIconLink(node, out, context.notes);
  return true;
}

/**
 * A link drawn as an icon is named by its label; one without any shows its address. Parsers leave an empty copy of a link
 * around a block, which goes, as does the one that covers a card beside its title.
 */
function copyIconLink(node: Element, out: ElementContent[], notes: Notes): boolean {
  const url = property(node, 'href');
  const isContent = ({ tagName }: Element): boolean =>
    /^(?:img|picture|video|audio|iframe|math|br)$/.test(tagName);
  if (url === '' || url.startsWith('#') || isReadable(node) || findElement(node, isContent)) return false;
  const named = findElement(node, (child) => property(child, 'ariaLabel') !== '');
  const drawn = findElement(node, ({ tagName }) => tagName === 'title' || tagName === 'text');
  const label =
    property(node, 'ariaLabel') ||
    property(node, 'title') ||
    (named && property(named, 'ariaLabel')) ||
    (drawn && oneLine(deepText(drawn))) ||
    (!isDrawn(node) || (node.children.length === 0 && notes.isNamed(url)) ? '' : (linkTarget(url) ?? ''));
  if (label === '') return true;
  out.push(element('a', { href: url }, [{ type: 'text', value: label }]));
  return true;
}

/** Whether a style sheet may draw something in a link without text. */
function isDrawn(link: Element): boolean {
  const isStyled = ({ tagName, properties }: Element): boolean =>
    /^(?:svg|i)$/.test(tagName) || properties['className'] !== undefined || properties['style'] !== undefined;
  return link.children.length === 0 || findElement(link, isStyled) !== undefined;
}
