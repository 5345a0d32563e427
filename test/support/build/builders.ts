import type { Item } from './export.js';
import { serialise, serialiseObject } from './shop.js';

type Settings = Readonly<Record<string, unknown>>;

/** A widget of Elementor. */
export function widget(widgetType: string, settings: Settings, more: Settings = {}) {
  return { id: 'a1', elType: 'widget', widgetType, settings, elements: [], ...more };
}

/** A container of Elementor. */
export function box(settings: Settings, ...elements: readonly unknown[]) {
  return { id: 'b1', elType: 'container', settings, elements };
}

/** A page of Elementor; its stored body is a copy without conditions. */
export function elementorPage(elements: readonly unknown[], more: Partial<Item> = {}): Item {
  return {
    id: 1,
    type: 'page',
    slug: 'page',
    body: 'A stale copy: CANARY-copy.',
    meta: { _elementor_edit_mode: 'builder', _elementor_data: JSON.stringify(elements) },
    ...more,
  };
}

/** A page of Beaver Builder with one column of modules. */
export function beaverPage(modules: readonly Settings[]): Item {
  const node = (type: string, parent: string | null, position: number, settings: Settings) => ({
    type,
    parent: parent ?? '',
    position,
    settings,
  });
  const nodes = {
    r1: node('row', null, 0, {}),
    g1: node('column-group', 'r1', 0, {}),
    c1: node('column', 'g1', 0, {}),
    // In reverse: the position decides.
    ...Object.fromEntries(
      modules.map((settings, i) => [`m${i}`, node('module', 'c1', i, settings)] as const).reverse(),
    ),
  };
  const list = Object.entries(nodes);
  const data = `a:${list.length}:{${list.map(([id, item]) => serialise(id) + serialiseObject(item)).join('')}}`;
  return {
    id: 1,
    type: 'page',
    slug: 'page',
    body: 'CANARY-copy',
    meta: { _fl_builder_enabled: '1', _fl_builder_data: data },
  };
}

/** A page of Bricks. */
export function bricksPage(elements: readonly Settings[]): Item {
  return {
    id: 1,
    type: 'page',
    slug: 'page',
    body: '',
    meta: { _bricks_editor_mode: 'bricks', _bricks_page_content_2: serialise(elements) },
  };
}
