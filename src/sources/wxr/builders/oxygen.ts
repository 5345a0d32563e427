import { scanShortcodes } from '../../../content/body/wordpress/shortcodes/scan.js';
import { isObject, objectOf, parseJson } from '../../../core/json.js';
import { type BuilderElement, itemsOf, MAX_DEPTH } from './element.js';

type Node = Readonly<Record<string, unknown>>;

/**
 * Reads the post meta `ct_builder_json` of Oxygen: a tree whose elements keep their text in `options.ct_content`.
 * @returns undefined for anything unreadable
 */
export function readOxygen(text: string): readonly BuilderElement[] | undefined {
  const root = parseJson(text);
  return isObject(root) ? oxygenChildren(root, 0) : undefined;
}

function oxygenChildren(node: Node, depth: number): readonly BuilderElement[] {
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
  return oxygenChildren(root as unknown as Node, 0);
}
