import { isObject } from '../../../core/json.js';
import { textsOf } from './texts.js';

/** An element of a page builder: a box with others in it, or something that shows text. */
export interface BuilderElement {
  /** The element's kind: `heading`, `icon-box`. */
  readonly name: string;
  readonly settings: Readonly<Record<string, unknown>>;
  readonly children: readonly BuilderElement[];
  /** Id of the template that stands here. */
  readonly template?: number;
}

/** Stands for an element that editors switched off. */
export const NEVER_SHOWN: BuilderElement = {
  name: 'off',
  settings: { blockVisibility: { hideBlock: true } },
  children: [],
};

/** Elements don't nest deeper in real pages. */
export const MAX_DEPTH = 60;

/** The items of a list, which PHP writes as a record. */
export function itemsOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  return isObject(value) && Object.keys(value).every((key) => /^\d+$/.test(key)) ? Object.values(value) : [];
}

/** Id of the template that an item of a list, such as a tab, shows; 0 for one with a text of its own. */
export function templateOf(item: Readonly<Record<string, unknown>>): number {
  const key = Object.keys(item).find((name) => /(?:^|_)templates?(?:_id)?$/.test(name));
  const id = Number(key === undefined ? 0 : item[key]);
  return id > 0 && textsOf(item, 'text').length === 0 ? id : 0;
}
