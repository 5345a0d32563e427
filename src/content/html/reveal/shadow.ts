import type { Element, ElementContent, Root } from 'hast';
import { elementsIn, isBlankText, property } from '../element.js';
import type { Parent } from './page-map.js';
import { placeStreamedParts } from './streamed.js';

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
  if (drawShadowTrees(tree)) placeStreamedParts(tree);
}

/**
 * Draws declarative shadow trees: the content of the template stands in the element around it, with the element's
 * own content where the template has its slots. Content without a slot is not shown.
 * @param tree changed in place
 * @returns whether the tree has other templates
 * @see https://html.spec.whatwg.org/multipage/scripting.html#attr-template-shadowrootmode
 */
function drawShadowTrees(tree: Parent): boolean {
  let hasTemplates = false;
  const open: Parent[] = [tree];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (node.type === 'element') drawShadowOf(node);
    if (node.type === 'element' && node.tagName === 'template') hasTemplates = true;
    for (const child of node.children) if (child.type === 'element') open.push(child);
  }
  return hasTemplates;
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
