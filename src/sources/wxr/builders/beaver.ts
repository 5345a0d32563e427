import { isObject, objectOf } from '../../../core/json.js';
import { addTo } from '../../../core/multimap.js';
import { readPhpObjects } from '../php-serialized.js';
import { type BuilderElement, MAX_DEPTH, NEVER_SHOWN } from './element.js';

type Node = Readonly<Record<string, unknown>>;

/**
 * Reads the post meta `_fl_builder_data`: nodes by id, each with the id of its parent.
 * @returns undefined for anything unreadable
 */
export function readBeaver(text: string): readonly BuilderElement[] | undefined {
  const data = readPhpObjects(text, MAX_DEPTH);
  if (!isObject(data)) return undefined;
  const byParent = new Map<string, (readonly [id: string, node: Node])[]>();
  for (const [id, node] of Object.entries(data)) {
    if (!isObject(node)) continue;
    const parent = String(node['parent'] ?? '');
    addTo(byParent, parent, [id, node]);
  }
  return below('', byParent, 0);
}

function below(
  parent: string,
  byParent: ReadonlyMap<string, readonly (readonly [id: string, node: Node])[]>,
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
