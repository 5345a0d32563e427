import type { Element, Nodes, Root } from 'hast';
import { lastSegment } from '../../core/paths.js';
import { words } from '../../core/text.js';
import { readMath } from '../html/canonical/mathml.js';
import { deepText, findElement, isDisplayedAsBlock, isScreenReaderText } from '../html/element.js';
import { isCounter } from '../html/shapes/embeds.js';
import { isGap, neighbourBefore } from '../html/shapes/gaps.js';
import { isSet } from '../html/text.js';
import { NO_TEXT } from './page-frame.js';
import type { Piece } from './visible-page.js';

/** Elements that a browser does not show, and those that show something other than their content. */
const HIDDEN = new Set(
  words(`
    area base basefont datalist head link meta noembed noframes param rp template title annotation
    annotation-xml textarea input canvas progress meter img
  `),
);
/** They show a document or a file of their own. */
const EMBEDDED = new Set('iframe object embed video audio'.split(' '));
/** Elements that stand on lines of their own. */
const BLOCKS = new Set(
  words(`
    address article aside blockquote body caption center dd details dialog dir div dl dt fieldset
    figcaption figure footer h1 h2 h3 h4 h5 h6 header hgroup hr html legend li listing main menu ol
    optgroup option p plaintext pre search section summary table tbody tfoot thead tr ul xmp
  `),
);
/** Blocks whose class is more specific than their name. */
const GENERAL = new Set('div section article main body html'.split(' '));
const PREFORMATTED = new Set('pre listing plaintext xmp'.split(' '));

interface Place {
  readonly name: string;
  readonly isPreformatted: boolean;
  /** Whether the part that assistive software skips around it is a decoration; undefined outside of one. */
  readonly isDecoration?: boolean | undefined;
}

/**
 * What a browser shows of a part of a page, block by block: `details` open, scripts off.
 * @param without excluded parts
 */
export function shownText(tree: Root | Element, without?: ReadonlySet<Element>): readonly Piece[] {
  const pieces: Piece[] = [];
  let line = '';
  let lineName = '';
  let isBlank = true;
  const endLine = (): void => {
    const text = line.trim();
    if (text !== '') pieces.push([lineName, text]);
    line = '';
    isBlank = true;
  };
  // `end` on the stack ends the block before it. The place of each is on a stack of its own.
  const open: (Nodes | 'end')[] = [tree];
  const places: Place[] = [{ name: '', isPreformatted: false }];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    const place = places.pop() as Place;
    if (node === 'end') endLine();
    else if (node.type === 'text') {
      // A line may have very many nodes, so it is not searched for each.
      if (isBlank) lineName = place.name;
      isBlank &&= node.value.trim() === '';
      line += place.isPreformatted ? node.value : node.value.replace(/\s{2,}|[^\S ]/g, ' ');
    } else if (node.type === 'root') pushChildren(node, place);
    else if (node.type === 'element' && without?.has(node) !== true) enter(node, place);
  }
  endLine();
  return pieces;

  function enter(element: Element, place: Place): void {
    const { tagName } = element;
    if (NO_TEXT.has(tagName) || HIDDEN.has(tagName) || isHidden(element)) return;
    if (tagName === 'iframe' && isCounter(element)) return;
    const { isDecoration = decorationOf(element) } = place;
    if (EMBEDDED.has(tagName)) {
      endLine();
      const trace = isDecoration === true ? undefined : fileOf(element);
      if (trace !== undefined) pieces.push([tagName, '', trace]);
    } else if (tagName === 'br') line += '\n';
    else if (tagName === 'math' && writeFormula(element, place)) return;
    else if (BLOCKS.has(tagName) || isDisplayedAsBlock(element) || isScreenReaderText(element)) {
      endLine();
      open.push('end');
      places.push(place);
      pushChildren(element, {
        name: nameOf(element),
        isPreformatted: place.isPreformatted || PREFORMATTED.has(tagName),
        isDecoration,
      });
    } else {
      if (tagName === 'td' || tagName === 'th') line += '\t';
      // Labels of tabs stand next to each other without a space.
      else if (tagName === 'label' && !isBlank) line += ' ';
      pushChildren(element, tagName.includes('-') ? { ...place, name: tagName } : place);
    }
  }

  /** Without TeX, its numbers and letters stand above and below each other, which no line of text shows. */
  function writeFormula(element: Element, place: Place): boolean {
    const { text, isTex } = readMath(element);
    if (isTex || text === '') return false;
    open.push({ type: 'text', value: text });
    places.push(place);
    return true;
  }

  function pushChildren(parent: Root | Element, place: Place): void {
    const { children } = parent;
    for (let at = children.length - 1; at >= 0; at -= 1) {
      const [before, child] = [neighbourBefore(children, at), children[at] as Nodes];
      open.push(child);
      places.push(place);
      if (before?.type !== 'element' || child.type !== 'element' || place.isPreformatted) continue;
      if (!isGap(parent, before, child)) continue;
      open.push({ type: 'text', value: ' ' });
      places.push(place);
    }
  }
}

function nameOf({ tagName, properties }: Element): string {
  const names = properties['className'];
  const [first] = Array.isArray(names) ? names : [];
  return GENERAL.has(tagName) && first !== undefined ? `${tagName}.${first}` : tagName;
}

/** For a part that assistive software skips, whether it has neither text nor pictures. */
function decorationOf(element: Element): boolean | undefined {
  if (element.properties['ariaHidden'] !== 'true') return undefined;
  return (
    !/[\p{L}\p{N}]/u.test(deepText(element)) && !findElement(element, ({ tagName }) => tagName === 'img')
  );
}

function isHidden({ tagName, properties: { hidden, open, style } }: Element): boolean {
  if (isSet(hidden)) return true;
  if (tagName === 'dialog' && !isSet(open)) return true;
  return typeof style === 'string' && /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*hidden)/i.test(style);
}

/** The name of the file or document that an element shows; undefined where it shows none. */
function fileOf(element: Element): string | undefined {
  const { src, data, dataSrc } = element.properties;
  const source = element.children.find(
    (child): child is Element => child.type === 'element' && child.tagName === 'source',
  );
  const address = [src, data, dataSrc, source?.properties['src']].find(
    (one): one is string => typeof one === 'string' && one !== '',
  );
  if (address === undefined || /^(?:data|about|javascript|blob):/i.test(address)) return undefined;
  return lastSegment(address);
}
