/** The fields of an entry that writers may set, as changes to its front matter. */

import { formatUtcZ } from '../../../core/dates.js';
import { KEYS } from '../../../sources/files/keys.js';
import type { Authoring } from '../../../sources/files/profiles/profile.js';
import { spelledKeys } from '../../../sources/files/values.js';
import { AbilityError } from '../../abilities/ability.js';
import type { FrontMatterChanges } from './yaml-edit.js';

/** Statuses that a writer may set. */
export type WritableStatus = 'draft' | 'pending' | 'publish';

/** The fields of an entry besides its body. Absent fields stay unchanged. */
export interface EntryFields {
  readonly id?: number;
  readonly title?: string;
  readonly type?: string;
  readonly slug?: string;
  /** Address, in folders whose pages contain their address. */
  readonly url?: string;
  readonly status?: WritableStatus;
  /** Unix seconds. */
  readonly date?: number;
  readonly modified?: number;
  readonly author?: string;
  /** Empty texts and lists remove the field. */
  readonly excerpt?: string;
  readonly categories?: readonly ListItem[];
  readonly tags?: readonly ListItem[];
  /** Address of the page's image. */
  readonly image?: string | number;
  readonly imageAlt?: string;
  readonly description?: string;
  readonly topics?: readonly string[];
  readonly topicsDerive?: boolean;
  readonly focus?: string;
  readonly seoTitle?: string;
}

/** The rules of an entry's folder. */
export interface FieldRules {
  readonly authoring: Authoring;
  /** True for a folder with a `_svc.yml`, whose values are read literally. */
  readonly isLibrary: boolean;
}

/**
 * The front matter keys of each field in the order in which the reader of files tries them: the first one with a value
 * counts. A field that is new in a file gets the first key.
 */
export const FIELD_KEYS = {
  title: ['title'],
  id: ['id'],
  type: ['type'],
  slug: ['slug'],
  url: ['url'],
  author: ['author'],
  excerpt: KEYS.excerpt,
  categories: ['categories', 'category'],
  tags: ['tags', 'tag'],
  image: KEYS.image,
  imageAlt: KEYS.imageAlt,
  description: KEYS.description,
  topics: ['topics'],
  topicsDerive: KEYS.topicsDerive,
  focus: KEYS.focus,
  seoTitle: KEYS.seoTitle,
} as const;

/**
 * Returns the front matter changes that set the given fields.
 * @param data current values of the front matter
 * @throws AbilityError `svc_front_matter` when a field has a form that only other tools can edit
 */
export function fieldChanges(
  fields: EntryFields,
  data: Readonly<Record<string, unknown>>,
  rules: FieldRules,
): FrontMatterChanges {
  const changes = new Map<string, FieldValue | undefined>();
  for (const [name, keys] of Object.entries(FIELD_KEYS)) {
    const value = fields[name as keyof typeof FIELD_KEYS];
    if (value === undefined) continue;
    if (isEmpty(value)) for (const key of keys) remove(changes, data, key);
    else setFirst(changes, data, keys, value);
  }
  if (!rules.isLibrary) guardNestedTerms(fields, data);
  for (const [key, value] of statusChanges(fields.status, data, rules)) changes.set(key, value);
  if (
    fields.date !== undefined &&
    valueKey(
      data,
      spelledKeys(data, KEYS.date).filter((key) => !isSwitch(data[key])),
    ) === undefined
  )
    changes.set('date', dateText(fields.date));
  const modified = valueKey(data, spelledKeys(data, KEYS.modified));
  if (fields.modified !== undefined && modified !== undefined) {
    changes.set(modified, dateLike(data[modified], fields.modified));
  }
  return changes;
}

function setFirst(
  changes: Map<string, FieldValue | undefined>,
  data: Readonly<Record<string, unknown>>,
  keys: readonly string[],
  value: FieldValue,
): void {
  const known = valueKey(data, keys) ?? keys.find((key) => Object.hasOwn(data, key)) ?? keys[0] ?? '';
  guardShape(known, data[known], value);
  changes.set(known, value);
  // Terms are read from all keys, not only from the first one.
  if (Array.isArray(value)) for (const key of keys) if (key !== known) remove(changes, data, key);
}

function remove(
  changes: Map<string, FieldValue | undefined>,
  data: Readonly<Record<string, unknown>>,
  key: string,
): void {
  if (Object.hasOwn(data, key)) changes.set(key, undefined);
}

/** Returns the first key with a value, like the reader of files. */
function valueKey(data: Readonly<Record<string, unknown>>, keys: readonly string[]): string | undefined {
  return keys.find((key) => Object.hasOwn(data, key) && ![undefined, null, ''].includes(data[key] as never));
}

function isEmpty(value: FieldValue): boolean {
  return value === '' || (Array.isArray(value) && value.length === 0);
}

/** Refuses to replace a structured value: `cover: { image: …, relative: true }` belongs to a theme. */
function guardShape(key: string, before: unknown, value: FieldValue): void {
  if (typeof before !== 'object' || before === null || before instanceof Date) return;
  if (!Array.isArray(before) || !Array.isArray(value)) throw shape(key);
}

/** Refuses when `taxonomies` contains terms, which would be read in addition to the written ones. */
function guardNestedTerms({ categories, tags }: EntryFields, data: Readonly<Record<string, unknown>>): void {
  const nested = data['taxonomies'];
  if (typeof nested !== 'object' || nested === null) return;
  const names = Object.keys(nested);
  if (categories !== undefined && names.some((name) => name === 'categories' || name === 'category')) {
    throw shape('taxonomies');
  }
  if (tags !== undefined && names.some((name) => name === 'tags' || name === 'tag'))
    throw shape('taxonomies');
}

function shape(key: string): AbilityError {
  const message = `"${key}" in the front matter is a structured value, which this ability can't change. Change it by hand.`;
  return new AbilityError(409, 'svc_front_matter', message);
}

/**
 * Returns the changes that set the status in the form of the folder's generator, so that it doesn't publish a draft
 * either: `draft`, Jekyll's `published`, or `status` in an imported folder.
 */
function statusChanges(
  status: WritableStatus | undefined,
  data: Readonly<Record<string, unknown>>,
  { authoring, isLibrary }: FieldRules,
): FrontMatterChanges {
  const changes = new Map<string, FieldValue | undefined>();
  if (status === undefined) return changes;
  const has = (key: string) => Object.hasOwn(data, key);
  if (status === 'publish') {
    if (has('draft')) changes.set('draft', data['draft'] === true ? false : undefined);
    if (isSwitchedOff(data['published'])) changes.set('published', true);
    if (has('status')) changes.set('status', isLibrary ? undefined : 'publish');
    return changes;
  }
  if (isLibrary || has('status') || status === 'pending') changes.set('status', status);
  if (isLibrary) {
    if (has('draft')) changes.set('draft', undefined);
  } else changes.set(...(authoring.draft ?? ['draft', true]));
  return changes;
}

function isSwitchedOff(value: unknown): boolean {
  return value === false || /^(?:false|no|off|0)$/i.test(String(value ?? ''));
}

/** Checks for a switch: `published` may be a switch or a date. */
function isSwitch(value: unknown): boolean {
  return /^(?:true|false|yes|no|on|off|0|1)$/i.test(String(value ?? ''));
}

function dateText(seconds: number): FieldValue {
  return { plain: formatUtcZ(seconds) };
}

/** Writes a date without time if the previous value had none, otherwise the full time. */
function dateLike(before: unknown, seconds: number): FieldValue {
  const day = new Date(seconds * 1000).toISOString().slice(0, 10);
  return /^\d{4}-\d{2}-\d{2}$/.test(String(before)) ? { plain: day } : dateText(seconds);
}

/** A date written without quotes. */
interface PlainText {
  readonly plain: string;
}

/** An item of a list: a text, or named texts. */
export type ListItem = string | Readonly<Record<string, string>>;

/** The new value of a front matter key. */
export type FieldValue = string | number | boolean | PlainText | readonly ListItem[];

export function isList(value: unknown): value is readonly ListItem[] {
  return Array.isArray(value);
}

export function isPlainText(value: unknown): value is PlainText {
  return typeof value === 'object' && value !== null && 'plain' in value;
}

/** Front matter in which a key can't be changed without touching others. */
export class UneditableError extends Error {
  override readonly name = 'UneditableError';
}

/** Returns the end of the line at a position, after its line break. */
export function lineEnd(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  return end === -1 ? text.length : end + 1;
}

/** Returns the start of the line at a position. */
export function lineStart(text: string, from: number): number {
  return text.lastIndexOf('\n', from - 1) + 1;
}
