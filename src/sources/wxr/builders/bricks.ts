import { isObject, objectOf } from '../../../core/json.js';
import { readPhpObjects } from '../php-serialized.js';
import { type BuilderElement, itemsOf, MAX_DEPTH } from './element.js';

type Node = Readonly<Record<string, unknown>>;

/**
 * Reads the post meta `_bricks_page_content_2`: a list of elements, each with the ids of its children.
 * @returns undefined for anything unreadable
 */
export function readBricks(text: string): readonly BuilderElement[] | undefined {
  const nodes = itemsOf(readPhpObjects(text, MAX_DEPTH)).filter(isObject);
  if (nodes.length === 0) return undefined;
  const byId = new Map(nodes.map((node) => [String(node['id'] ?? ''), node]));
  const roots = [...byId.values()].filter(({ parent }) => !byId.has(String(parent)));
  return roots.map((node) => toElement(node, byId, 0));
}

function toElement(node: Node, byId: ReadonlyMap<string, Node>, depth: number): BuilderElement {
  const ids = depth > MAX_DEPTH ? [] : itemsOf(node['children']);
  const children = [...new Set(ids.map(String))]
    .map((id) => byId.get(id))
    // Only a child of its own parent: no element is its own ancestor.
    .filter((child) => child !== undefined && String(child['parent']) === String(node['id']));
  return {
    name: String(node['name'] ?? ''),
    settings: withoutTags(objectOf(node['settings'])),
    children: children.map((child) => toElement(child as Node, byId, depth + 1)),
  };
}

/** Fields that the site fills in: `{post_date}`, `{acf_price}`. */
const TAG =
  /\{(?:post|author|acf|mb|jet|pods|cf|site|term|archive|wp_user|current|query|url_parameter|echo|featured_image|read_more|woo)(?:_[\w-]*)?(?::[^{}]*)?\}/g;

function withoutTags(settings: BuilderElement['settings']): BuilderElement['settings'] {
  return Object.fromEntries(
    Object.entries(settings).map(([key, value]) => [
      key,
      typeof value === 'string' ? value.replace(TAG, '') : value,
    ]),
  );
}
