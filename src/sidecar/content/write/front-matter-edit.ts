import { isDeepStrictEqual } from 'node:util';
import { MAX_FRONT_MATTER, readFrontMatter } from '../../../sources/files/front-matter.js';
import { AbilityError } from '../../abilities/ability-error.js';
import { type FieldValue, isPlainText, UneditableError } from './fields.js';
import { editJson } from './json-edit.js';
import { joinFile, type StoredFile, type StoredFrontMatter } from './stored-file.js';
import { editToml } from './toml-edit.js';
import { editYaml } from './yaml-edit.js';

/** New values of front matter keys; undefined removes a key. */
export type FrontMatterChanges = ReadonlyMap<string, FieldValue | undefined>;

const EDITORS = { yaml: editYaml, toml: editToml, json: editJson, 'json-object': editJson };

/**
 * Changes keys of a file's front matter and not one byte of anything else. A file without front matter gets one. The
 * result is parsed again to verify that only the given keys have changed.
 * @param name for messages
 * @throws AbilityError `svc_front_matter` when a key can't be changed alone, or the result would be too long
 */
export function editFrontMatter(file: StoredFile, changes: FrontMatterChanges, name: string): StoredFile {
  const needed = [...changes].filter(([key, value]) => value !== undefined || Object.hasOwn(file.data, key));
  if (needed.length === 0) return file;
  const before = file.front ?? emptyFront(file.eol);
  const edit = EDITORS[before.format];
  let { text } = before;
  try {
    for (const [key, value] of needed) text = edit(text, key, value, file.eol);
  } catch (error) {
    if (error instanceof UneditableError) throw uneditable(name, error.message);
    throw error;
  }
  if (text.length > MAX_FRONT_MATTER) throw tooLong(name, text.length);
  // A blank line separates new front matter from the body.
  const body = file.front === undefined ? file.eol + file.body : file.body;
  const changed = { ...file, front: { ...before, text }, body };
  const data = dataOf(changed);
  if (data === undefined || !saysAll(data, file, needed)) {
    throw uneditable(name, "its notation doesn't allow a change of single keys");
  }
  return { ...changed, data };
}

function emptyFront(eol: string): StoredFrontMatter {
  return { format: 'yaml', open: `---${eol}`, text: '', close: `---${eol}` };
}

/** Parses a file like a build; returns undefined when a build would read a different body or fail. */
function dataOf(file: StoredFile): StoredFile['data'] | undefined {
  const plain = (text: string) => text.replace(/\r\n?/g, '\n');
  try {
    const { present, data, body } = readFrontMatter(plain(joinFile({ ...file, mark: '' })));
    return present && plain(file.body) === body ? data : undefined;
  } catch {
    return undefined;
  }
}

function saysAll(
  data: StoredFile['data'],
  before: StoredFile,
  changes: readonly (readonly [string, FieldValue | undefined])[],
): boolean {
  const expected: Record<string, unknown> = { ...before.data };
  for (const [key, value] of changes) {
    if (value === undefined) delete expected[key];
    else expected[key] = isPlainText(value) ? data[key] : value;
  }
  return isDeepStrictEqual(normal(data), normal(expected));
}

/** Converts dates and other objects to plain data. */
function normal(data: StoredFile['data']): unknown {
  return JSON.parse(JSON.stringify(data));
}

function tooLong(name: string, length: number): AbilityError {
  const message = `The front matter of "${name}" would have ${length} characters, and the limit is ${MAX_FRONT_MATTER}. Shorten the texts.`;
  return new AbilityError(422, 'svc_front_matter', message);
}

function uneditable(name: string, why: string): AbilityError {
  const message = `The front matter of "${name}" can't be changed without changes to other lines: ${why}. Change it by hand.`;
  return new AbilityError(409, 'svc_front_matter', message);
}
