import { formatUtcZ } from '../../../core/dates.js';
import { KEYS } from '../../../sources/files/keys.js';
import type { FieldValue, ListItem } from './field-value.js';
import type { FrontMatterChanges } from './front-matter-edit.js';
import { WriteRefusal } from './refusal.js';

/** Statuses that a writer may set. */
export type WritableStatus = 'draft' | 'pending' | 'publish';

/** What a writer says of an entry beside its body. A field that is absent stays as it is. */
export interface EntryFields {
  readonly id?: number;
  readonly title?: string;
  readonly type?: string;
  readonly slug?: string;
  /** Address, in folders that write one for every page. */
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

/** How the folder of an entry is read. */
export interface FieldRules {
  readonly generator: string;
  /** It has a `_svc.yml`: what is written counts to the letter. */
  readonly isLibrary: boolean;
}

/**
 * The keys by which the reader of files knows each field, in its order: the first that has a value counts. A field
 * that a file does not have yet gets the first key.
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
 * The keys of front matter that say what a writer wants to say.
 * @param data of the front matter as it is
 * @throws WriteRefusal `svc_front_matter` where a field is written in a form that only its own tools know
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
      KEYS.date.filter((key) => !isSwitch(data[key])),
    ) === undefined
  )
    changes.set('date', dateText(fields.date));
  const modified = valueKey(data, KEYS.modified);
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
  // Of terms all keys count, not only the first.
  if (Array.isArray(value)) for (const key of keys) if (key !== known) remove(changes, data, key);
}

function remove(
  changes: Map<string, FieldValue | undefined>,
  data: Readonly<Record<string, unknown>>,
  key: string,
): void {
  if (Object.hasOwn(data, key)) changes.set(key, undefined);
}

/** The first key with a value, as the reader sees it. */
function valueKey(data: Readonly<Record<string, unknown>>, keys: readonly string[]): string | undefined {
  return keys.find((key) => Object.hasOwn(data, key) && ![undefined, null, ''].includes(data[key] as never));
}

function isEmpty(value: FieldValue): boolean {
  return value === '' || (Array.isArray(value) && value.length === 0);
}

/** `cover: { image: …, relative: true }` belongs to a theme. */
function guardShape(key: string, before: unknown, value: FieldValue): void {
  if (typeof before !== 'object' || before === null || before instanceof Date) return;
  if (!Array.isArray(before) || !Array.isArray(value)) throw shape(key);
}

/** Terms below `taxonomies` would come back beside those that are written. */
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

function shape(key: string): WriteRefusal {
  return new WriteRefusal(
    409,
    'svc_front_matter',
    `"${key}" in the front matter has parts of its own, which are not changed here. Change it by hand.`,
  );
}

/**
 * The status in the words of the folder's generator, so that a draft is none of its pages either: `draft`, Jekyll's
 * `published`, or `status` in an imported folder.
 */
function statusChanges(
  status: WritableStatus | undefined,
  data: Readonly<Record<string, unknown>>,
  { generator, isLibrary }: FieldRules,
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
  } else if (generator === 'jekyll') changes.set('published', false);
  else changes.set('draft', true);
  return changes;
}

function isSwitchedOff(value: unknown): boolean {
  return value === false || /^(?:false|no|off|0)$/i.test(String(value ?? ''));
}

/** `published` may be either. */
function isSwitch(value: unknown): boolean {
  return /^(?:true|false|yes|no|on|off|0|1)$/i.test(String(value ?? ''));
}

function dateText(seconds: number): FieldValue {
  return { plain: formatUtcZ(seconds) };
}

/** A day where a day stood, else the full time. */
function dateLike(before: unknown, seconds: number): FieldValue {
  const day = new Date(seconds * 1000).toISOString().slice(0, 10);
  return /^\d{4}-\d{2}-\d{2}$/.test(String(before)) ? { plain: day } : dateText(seconds);
}
