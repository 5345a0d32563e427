import { isObject, type JsonObject, objectOf, parseJson } from '../../../core/json.js';
import { addTo } from '../../../core/multimap.js';
import { readPhpObjects } from '../php-serialized.js';
import { type BuilderElement, itemsOf, MAX_DEPTH, NEVER_SHOWN } from './element.js';

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

function toElement(node: JsonObject, byId: ReadonlyMap<string, JsonObject>, depth: number): BuilderElement {
  const ids = depth > MAX_DEPTH ? [] : itemsOf(node['children']);
  const children = [...new Set(ids.map(String))]
    .map((id) => byId.get(id))
    // Only a child of its own parent: no element is its own ancestor.
    .filter((child) => child !== undefined && String(child['parent']) === String(node['id']));
  return {
    name: String(node['name'] ?? ''),
    settings: withoutTags(objectOf(node['settings'])),
    children: children.map((child) => toElement(child as JsonObject, byId, depth + 1)),
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

/**
 * Reads the post meta `_fl_builder_data`: nodes by id, each with the id of its parent.
 * @returns undefined for anything unreadable
 */
export function readBeaver(text: string): readonly BuilderElement[] | undefined {
  const data = readPhpObjects(text, MAX_DEPTH);
  if (!isObject(data)) return undefined;
  const byParent = new Map<string, (readonly [id: string, node: JsonObject])[]>();
  for (const [id, node] of Object.entries(data)) {
    if (!isObject(node)) continue;
    const parent = String(node['parent'] ?? '');
    addTo(byParent, parent, [id, node]);
  }
  return below('', byParent, 0);
}

function below(
  parent: string,
  byParent: ReadonlyMap<string, readonly (readonly [id: string, node: JsonObject])[]>,
  depth: number,
): BuilderElement[] {
  if (depth > MAX_DEPTH) return [];
  const nodes = [...(byParent.get(parent) ?? [])];
  nodes.sort(([, a], [, b]) => Number(a['position'] ?? 0) - Number(b['position'] ?? 0));
  return nodes.flatMap(([id, node]) => {
    const settings = objectOf(node['settings']);
    // 0 means never; shown to everyone is empty.
    if (String(settings['visibility_display'] ?? '') === '0') return [NEVER_SHOWN];
    const name =
      node['type'] === 'module' ? String(settings['type'] ?? 'module') : String(node['type'] ?? '');
    return [{ name, settings, children: id === '' ? [] : below(id, byParent, depth + 1) }];
  });
}

/**
 * Reads the post meta `_breakdance_data`, which Oxygen 6 writes too: a tree as JSON in JSON, whose elements keep their
 * text in groups below `properties.content`.
 * @returns undefined for anything unreadable
 */
export function readBreakdance(text: string): readonly BuilderElement[] | undefined {
  const { tree_json_string: tree } = objectOf(parseJson(text));
  const { root } = objectOf(typeof tree === 'string' ? parseJson(tree) : undefined);
  return isObject(root) ? childrenOf(root, 0) : undefined;
}

function childrenOf(node: JsonObject, depth: number): readonly BuilderElement[] {
  if (depth > MAX_DEPTH) return [];
  return itemsOf(node['children'])
    .filter(isObject)
    .map((child) => {
      const { type, properties } = objectOf(child['data']);
      const { content, settings } = objectOf(properties);
      const name = String(type ?? '').replace(/^.*\\/, '');
      const { conditions, advanced } = objectOf(settings);
      const classes = itemsOf(objectOf(advanced)['classes']).join(' ');
      return {
        name: name
          .replace(/([a-z\d])([A-Z])/g, '$1-$2')
          .replace(/\d+$/, '')
          .toLowerCase(),
        settings: {
          ...flat(objectOf(content), 0),
          ...(conditions === undefined ? {} : { conditions }),
          ...(classes === '' ? {} : { cssClasses: classes }),
        },
        children: childrenOf(child, depth + 1),
      };
    });
}

/** The settings of all groups; links, pictures and lists stay as they are. */
function flat(group: JsonObject, depth: number): JsonObject {
  return Object.fromEntries(
    Object.entries(group).flatMap(([key, value]): [string, unknown][] => {
      if (key === 'tags') return [['tag', value]];
      if (key === 'media' && isObject(value)) return [['image', value]];
      const isGroup = isObject(value) && !('url' in value) && depth < MAX_DEPTH;
      return isGroup ? Object.entries(flat(value, depth + 1)) : [[key, value]];
    }),
  );
}
