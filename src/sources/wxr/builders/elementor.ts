import { isObject, objectOf, parseJson } from '../../../core/json.js';
import { addTo } from '../../../core/multimap.js';
import { readPhpObjects } from '../php-serialized.js';
import { type BuilderElement, itemsOf, MAX_DEPTH, NEVER_SHOWN, templateOf } from './element.js';

/** Switches for the kinds of screens; all of them hide an element from everyone. */
const SCREENS = ['hide_desktop', 'hide_tablet', 'hide_mobile'];

type BricksNode = Readonly<Record<string, unknown>>;

type BeaverNode = Readonly<Record<string, unknown>>;

/** Reads the post meta `_elementor_data`. Returns undefined for anything unreadable. */
export function readElementor(text: string): readonly BuilderElement[] | undefined {
  const data = parseJson(text);
  return Array.isArray(data) ? data.flatMap((item) => toElement(item, 0)) : undefined;
}

function toElement(item: unknown, depth: number): readonly BuilderElement[] {
  if (!isObject(item) || depth > MAX_DEPTH) return [];
  const settings = withoutDynamic(objectOf(plain(item['settings'], 0)));
  if (SCREENS.every((key) => isSet(settings[key]))) return [NEVER_SHOWN];
  const name = String(item['widgetType'] ?? item['elType'] ?? '');
  const template = Number(
    name === 'global' ? item['templateID'] : name === 'template' && settings['template_id'],
  );
  const children = itemsOf(item['elements']).flatMap((child) => toElement(child, depth + 1));
  const panes = Object.values(settings).flatMap((value) => panesOf(value));
  return [{ name, settings, children: [...children, ...panes], ...(template > 0 && { template }) }];
}

/** The templates that the items of a list show. */
function panesOf(value: unknown): readonly BuilderElement[] {
  const templates = itemsOf(value).filter(isObject).map(templateOf);
  return templates
    .filter((template) => template > 0)
    .map((template) => ({ name: 'template', settings: {}, children: [], template }));
}

function isSet(value: unknown): boolean {
  return typeof value === 'string' && value !== '';
}

/** The site computes these when it shows the page; what is stored beside them is never shown. */
function withoutDynamic(settings: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const dynamic = Object.keys(objectOf(settings['__dynamic__']));
  if (dynamic.length === 0) return settings;
  return Object.fromEntries(Object.entries(settings).filter(([key]) => !dynamic.includes(key)));
}

/** Version 4 wraps each value: `{ "$$type": "html-v3", "value": { "content": … } }`. */
function plain(value: unknown, depth: number): unknown {
  if (depth > MAX_DEPTH) return undefined;
  if (Array.isArray(value)) return value.map((item) => plain(item, depth + 1));
  if (!isObject(value)) return value;
  if ('$$type' in value) {
    const inner = plain(value['value'], depth + 1);
    if (!isObject(inner)) return inner;
    return (
      inner['content'] ?? (inner['destination'] && { url: inner['destination'] }) ?? inner['src'] ?? inner
    );
  }
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, plain(item, depth + 1)]));
}

/**
 * Reads the post meta `_bricks_page_content_2`: a list of elements, each with the ids of its children.
 * @returns undefined for anything unreadable
 */
export function readBricks(text: string): readonly BuilderElement[] | undefined {
  const nodes = itemsOf(readPhpObjects(text, MAX_DEPTH)).filter(isObject);
  if (nodes.length === 0) return undefined;
  const byId = new Map(nodes.map((node) => [String(node['id'] ?? ''), node]));
  const roots = [...byId.values()].filter(({ parent }) => !byId.has(String(parent)));
  return roots.map((node) => bricksElement(node, byId, 0));
}

function bricksElement(
  node: BricksNode,
  byId: ReadonlyMap<string, BricksNode>,
  depth: number,
): BuilderElement {
  const ids = depth > MAX_DEPTH ? [] : itemsOf(node['children']);
  const children = [...new Set(ids.map(String))]
    .map((id) => byId.get(id))
    // Only a child of its own parent: no element is its own ancestor.
    .filter((child) => child !== undefined && String(child['parent']) === String(node['id']));
  return {
    name: String(node['name'] ?? ''),
    settings: withoutTags(objectOf(node['settings'])),
    children: children.map((child) => bricksElement(child as BricksNode, byId, depth + 1)),
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
 * Reads the post meta `ct_builder_json` of Oxygen: a tree whose elements keep their text in `options.ct_content`.
 * @returns undefined for anything unreadable
 */
export function readOxygen(text: string): readonly BuilderElement[] | undefined {
  const root = parseJson(text);
  return isObject(root) ? oxygenChildren(root, 0) : undefined;
}

function oxygenChildren(node: BricksNode, depth: number): readonly BuilderElement[] {
  if (depth > MAX_DEPTH) return [];
  return itemsOf(node['children'])
    .filter(isObject)
    .map((child) => {
      const options = objectOf(child['options']);
      const { globalconditions, ...original } = objectOf(options['original']);
      const text = options['ct_content'];
      return {
        name: String(child['name'] ?? '').replace(/^(?:ct|oxy)_/, ''),
        settings: {
          ...original,
          ...(globalconditions === undefined ? {} : { conditions: globalconditions }),
          text,
        },
        children: oxygenChildren(child, depth + 1),
      };
    });
}

/**
 * Reads the post meta `_fl_builder_data`: nodes by id, each with the id of its parent.
 * @returns undefined for anything unreadable
 */
export function readBeaver(text: string): readonly BuilderElement[] | undefined {
  const data = readPhpObjects(text, MAX_DEPTH);
  if (!isObject(data)) return undefined;
  const byParent = new Map<string, (readonly [id: string, node: BeaverNode])[]>();
  for (const [id, node] of Object.entries(data)) {
    if (!isObject(node)) continue;
    const parent = String(node['parent'] ?? '');
    addTo(byParent, parent, [id, node]);
  }
  return below('', byParent, 0);
}

function below(
  parent: string,
  byParent: ReadonlyMap<string, readonly (readonly [id: string, node: BeaverNode])[]>,
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
