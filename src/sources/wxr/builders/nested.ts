import { scanShortcodes } from '../../../content/body/wordpress/shortcodes/scan.js';
import { isObject, type JsonObject, objectOf, parseJson } from '../../../core/json.js';
import { readPhpObjects } from '../php-serialized.js';
import { type BuilderElement, itemsOf, MAX_DEPTH } from './element.js';

/** Keys of the lists with the parts of an element. */
const PARTS = new Set(['rows', 'cols', 'modules', '_modules', 'content', 'wraps', 'items', 'elements']);
const NAMES = ['mod_name', 'module_id', 'element_type', 'type', '_type'];
/** Keys of the settings of an element; in one builder, they stand beside its name. */
const SETTINGS = ['mod_settings', 'options', 'attr', 'fields', 'styling', 'value'];

/**
 * Reads the post meta of builders whose elements contain their parts: `_themify_builder_settings_json`,
 * `_zionbuilder_page_elements`, `dslc_code` of Live Composer, `_cornerstone_data`, and `mfn-page-items` of BeTheme and
 * `gdlr-core-page-builder` of GoodLayers, which are values of PHP; the former may be encoded.
 * @returns undefined for anything unreadable
 */
export function readNested(text: string): readonly BuilderElement[] | undefined {
  const decoded = /^[\w+/\s]+=*\s*$/.test(text) ? Buffer.from(text, 'base64').toString() : text;
  const rows = itemsOf(parseJson(decoded) ?? readPhpObjects(decoded, MAX_DEPTH)).filter(isObject);
  return rows.length === 0 ? undefined : rows.map((row) => toElement(row, 0));
}

function toElement(node: JsonObject, depth: number): BuilderElement {
  const given = NAMES.map((key) => node[key]).find((name) => typeof name === 'string');
  const name = String(given ?? 'box');
  const own = SETTINGS.map((key) => objectOf(node[key]));
  const isFlat = own.every((settings) => Object.keys(settings).length === 0);
  const parts = depth > MAX_DEPTH ? [] : Object.entries(node).filter(isPart);
  return {
    name: name
      .replace(/^(?:DSLC|zion)_/, '')
      .replaceAll('_', '-')
      .toLowerCase(),
    settings: shownIn(
      name,
      isFlat ? flatSettings(node) : Object.assign({}, ...own.reverse()),
      parts.length > 0,
    ),
    children: parts.flatMap(([, list]) =>
      itemsOf(list)
        .filter(isObject)
        .map((part) => toElement(part, depth + 1)),
    ),
  };
}

/** True for a list of other elements; a text has the same key in some. */
function isPart([key, value]: readonly [string, unknown]): boolean {
  return PARTS.has(key) && itemsOf(value).length > 0;
}

/** The settings beside the name of an element, without its parts. */
function flatSettings(node: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(node).filter((entry) => !NAMES.includes(entry[0]) && !isPart(entry)),
  );
}

/** Settings under the names that they have elsewhere, without titles for editors. */
function shownIn(name: string, settings: JsonObject, isBox: boolean): JsonObject {
  const own = withoutSuffix(settings, name);
  const isImage = /image$/i.test(name);
  const renamed = Object.entries(own).flatMap(([key, value]): [string, unknown][] => {
    if (isImage && /^(?:image_)?url$/.test(key)) return [['image', value]];
    if (/_(?:header|label)_content$/.test(key)) return [[key.replace(/content$/, 'title'), value]];
    const isLabel = key === 'image_title' || (key === 'title' && (isBox || name === 'column'));
    return isLabel ? [] : [[key, value]];
  });
  return Object.fromEntries(renamed);
}

/** One builder ends the names of settings in that of their element: `content_text`, `tab_content_tab`. */
function withoutSuffix(settings: JsonObject, name: string, depth = 0): JsonObject {
  const suffix = `_${name.replaceAll('-', '_')}`;
  return Object.fromEntries(
    Object.entries(settings).map(([key, value]) => [
      key.endsWith(suffix) ? key.slice(0, -suffix.length) : key,
      Array.isArray(value) && depth === 0
        ? value.map((item) => (isObject(item) ? withoutSuffix(item, name, 1) : item))
        : value,
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

function oxygenChildren(node: JsonObject, depth: number): readonly BuilderElement[] {
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

/** An element that is open while its content is read. */
interface OpenNode {
  readonly name: string;
  readonly options: Record<string, unknown>;
  readonly children: OpenNode[];
}

/**
 * Reads the post meta `ct_builder_shortcodes` of Oxygen up to version 3: elements as shortcodes around their content,
 * with their settings as JSON.
 */
export function readOxygenShortcodes(text: string): readonly BuilderElement[] {
  const root: OpenNode = { name: '', options: {}, children: [] };
  const open = [root];
  let at = 0;
  for (const { name, attributes, closing, start, end, partner } of scanShortcodes(text)) {
    const top = open.at(-1) ?? root;
    if (!/^(?:ct|oxy)_/.test(name)) continue;
    top.options['ct_content'] = String(top.options['ct_content'] ?? '') + text.slice(at, start);
    at = end;
    if (closing && top.name === name) open.pop();
    if (closing) continue;
    const [, json = ''] = /ct_options='([^']*)'/.exec(attributes) ?? [];
    const node: OpenNode = { name, options: { ...objectOf(parseJson(json)) }, children: [] };
    top.children.push(node);
    if (partner !== undefined) open.push(node);
  }
  return oxygenChildren(root as unknown as JsonObject, 0);
}
