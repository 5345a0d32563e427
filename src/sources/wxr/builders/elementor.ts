import { isObject, jsonOrText, objectOf, parseJson } from '../../../core/json.js';
import { type BuilderElement, itemsOf, MAX_DEPTH, NEVER_SHOWN, templateOf } from './element.js';

/** Switches for the kinds of screens; all of them hide an element from everyone. */
const SCREENS = ['hide_desktop', 'hide_tablet', 'hide_mobile'];

/** Reads the post meta `_elementor_data`. Returns undefined for anything unreadable. */
export function readElementor(text: string): readonly BuilderElement[] | undefined {
  const data = parseJson(text);
  return Array.isArray(data) ? data.flatMap((item) => toElement(item, 0)) : undefined;
}

function toElement(item: unknown, depth: number): readonly BuilderElement[] {
  if (!isObject(item) || depth > MAX_DEPTH) return [];
  const settings = readConditions(withoutDynamic(objectOf(plain(item['settings'], 0))));
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

/** Conditions are JSON in a list: `["[]"]` has none. */
function readConditions(settings: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const stored = settings['e_display_conditions'];
  if (!Array.isArray(stored)) return settings;
  const read = stored.map((item) => (typeof item === 'string' ? jsonOrText(item) : item));
  return { ...settings, e_display_conditions: read };
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
