import type { Element, ElementContent, Root } from 'hast';
import { elementsIn, findElement, isBlankText, type Parent, parentsIn, property } from '../element.js';

/** True for a template that a browser turns into a shadow tree while it reads the page. */
function isShadowRoot(element: ElementContent): element is Element {
  if (element.type !== 'element' || element.tagName !== 'template') return false;
  // The second is the name of the attribute in early browsers.
  return /^(?:open|closed)$/i.test(
    property(element, 'shadowRootMode') ||
      property(element, 'shadowrootmode') ||
      property(element, 'shadowroot'),
  );
}

/**
 * Does with templates what a browser does while it reads the page: draws shadow trees, and puts streamed parts into
 * their places.
 * @param tree changed in place
 */
export function drawTemplates(tree: Parent): void {
  if (!findElement(tree, isTemplate)) return;
  drawShadowTrees(tree);
  if (findElement(tree, isTemplate)) placeStreamedParts(tree);
}

function isTemplate({ tagName }: Element): boolean {
  return tagName === 'template';
}

/**
 * Draws declarative shadow trees: the content of the template stands in the element around it, with the element's
 * own content where the template has its slots. Content without a slot is not shown.
 * @param tree changed in place
 * @see https://html.spec.whatwg.org/multipage/scripting.html#attr-template-shadowrootmode
 */
function drawShadowTrees(tree: Parent): void {
  for (const node of parentsIn(tree)) if (node.type === 'element') drawShadowOf(node);
}

function drawShadowOf(host: Element): void {
  for (const child of host.children) {
    if (!isShadowRoot(child)) continue;
    drawOne(host, child);
    return;
  }
}

function drawOne(host: Element, template: Element): void {
  const light = host.children.filter((child) => child !== template);
  const shadow = (template.content?.children ?? template.children) as ElementContent[];
  host.children = shadow;
  fillSlots(host, light);
}

/** Puts the host's own content into the slots; an empty slot shows its default content. */
function fillSlots(host: Element, light: readonly ElementContent[]): void {
  const open: (Root | Element)[] = [host];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    const children = node.children as ElementContent[];
    node.children = children.flatMap((child) => {
      if (child.type !== 'element' || child.tagName !== 'slot') return [child];
      const given = light.filter((one) => isFor(one, property(child, 'name')));
      return given.some((one) => !isBlankText(one)) ? given : child.children;
    });
    for (const child of elementsIn(node)) if (!light.includes(child)) open.push(child);
  }
}

function isFor(node: ElementContent, name: string): boolean {
  const wanted = node.type === 'element' ? property(node, 'slot') : '';
  return node.type !== 'comment' && wanted === name;
}

/** What React's scripts call: `$RC("B:0","S:0")` shows a part, `$RS("S:1","P:1")` a piece inside of a part. */
const CALL = /\$R([CRS])\("([^"]{1,100})","([^"]{1,100})"/g;

interface Move {
  readonly part: Element;
  readonly place: Element;
  /** Whether the part replaces what the page shows while it loads. */
  readonly isBoundary: boolean;
}

/**
 * Puts parts that React streams behind the page into their places, as its scripts do in a browser. Without this the page
 * shows "Loading…" and its text is in hidden boxes.
 * @param tree changed in place
 * @see https://react.dev/reference/react-dom/server/renderToPipeableStream
 */
function placeStreamedParts(tree: Parent): void {
  const parents = new Map<Element, Parent>();
  const parts = new Map<string, Element>();
  const places = new Map<string, Element>();
  const calls: (readonly [kind: string, part: string, place: string])[] = [];
  const open: Parent[] = [tree];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    for (const child of elementsIn(node).toReversed()) {
      const id = property(child, 'id');
      if (child.tagName === 'script') calls.push(...callsIn(child));
      else if (child.tagName === 'template') {
        calls.push(...instruction(child));
        if (id !== '') places.set(id, child);
        parents.set(child, node);
      } else if (id !== '' && child.properties['hidden'] !== undefined) parts.set(id, child);
      open.push(child);
    }
  }
  const moves = calls.flatMap(([kind, partId, placeId]): Move[] => {
    const [part, place] = [parts.get(partId), places.get(placeId)];
    return part && place ? [{ part, place, isBoundary: kind !== 'S' }] : [];
  });
  // Later parts belong into earlier ones.
  for (const move of moves.reverse()) movePart(move, parents);
}

function callsIn(script: Element): (readonly [string, string, string])[] {
  const [text] = script.children;
  if (text?.type !== 'text' || !text.value.includes('$R')) return [];
  return [...text.value.matchAll(CALL)].map(([, kind = '', first = '', second = '']) =>
    kind === 'S' ? [kind, first, second] : [kind, second, first],
  );
}

/** Reads a call from an element: React writes one where the policy of a page forbids inline scripts. */
function instruction(template: Element): (readonly [string, string, string])[] {
  const [part, place] = [property(template, 'dataSid'), property(template, 'dataPid')];
  if (part === '') return [];
  return place === '' ? [['C', part, property(template, 'dataBid')]] : [['S', part, place]];
}

function movePart({ part, place, isBoundary }: Move, parents: Map<Element, Parent>): void {
  const parent = parents.get(place);
  const at = parent?.children.indexOf(place) ?? -1;
  if (parent === undefined || at < 0 || part === parent) return;
  const siblings = parent.children as ElementContent[];
  const moved = part.children;
  part.children = [];
  parent.children = [
    ...siblings.slice(0, at),
    ...moved,
    ...siblings.slice(isBoundary ? endOf(siblings, at) : at + 1),
  ];
  for (const child of moved) if (child.type === 'element' && parents.has(child)) parents.set(child, parent);
}

/** The index of the comment that ends a boundary; boundaries nest. */
function endOf(siblings: readonly ElementContent[], start: number): number {
  let depth = 0;
  for (let at = start + 1; at < siblings.length; at += 1) {
    const node = siblings[at];
    if (node?.type !== 'comment') continue;
    if (/^\$[?!~]?$/.test(node.value)) depth += 1;
    if (node.value === '/$' && depth-- === 0) return at;
  }
  return start + 1;
}
