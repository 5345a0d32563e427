import { isObject, objectOf, parseJson } from '../../../core/json.js';
import { type BuilderElement, itemsOf, MAX_DEPTH } from './element.js';

type Node = Readonly<Record<string, unknown>>;

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

function childrenOf(node: Node, depth: number): readonly BuilderElement[] {
  if (depth > MAX_DEPTH) return [];
  return itemsOf(node['children'])
    .filter(isObject)
    .map((child) => {
      const { type, properties } = objectOf(child['data']);
      const { content, settings } = objectOf(properties);
      const name = String(type ?? '').replace(/^.*\\/, '');
      const { conditions } = objectOf(settings);
      return {
        name: name
          .replace(/([a-z\d])([A-Z])/g, '$1-$2')
          .replace(/\d+$/, '')
          .toLowerCase(),
        settings: { ...flat(objectOf(content), 0), ...(conditions === undefined ? {} : { conditions }) },
        children: childrenOf(child, depth + 1),
      };
    });
}

/** The settings of all groups; links, pictures and lists stay as they are. */
function flat(group: Node, depth: number): Node {
  return Object.fromEntries(
    Object.entries(group).flatMap(([key, value]): [string, unknown][] => {
      if (key === 'tags') return [['tag', value]];
      if (key === 'media' && isObject(value)) return [['image', value]];
      const isGroup = isObject(value) && !('url' in value) && depth < MAX_DEPTH;
      return isGroup ? Object.entries(flat(value, depth + 1)) : [[key, value]];
    }),
  );
}
