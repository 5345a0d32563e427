import { decodeHTML } from 'entities';
import { type JsonObject, listOf, objectOf, textOf } from '../../../core/json.js';
import { memoisedByObject } from '../../../core/memoised.js';
import { countBy } from '../../../core/multimap.js';
import { tidyLine } from '../../../documents/escape.js';
import { pageCount, REST_PAGE_SIZE } from '../../../documents/rest-addresses.js';
import { readFrontMatter } from '../../../sources/files/front-matter.js';
import type { Document } from '../document.js';
import type { Folder } from '../folder.js';
import { fileBehind } from '../resolve-url.js';
import type { BuildRecord, Fault, RecordedEntry, Rule, Subject } from '../rule.js';

const DAY = 86_400_000;
const FIX = 'Build again, and let nothing change the files after the build.';

/** The documents of the read API agree: totals with the existing files, lists with items, items with entries. */
export const readApi: Rule = {
  id: 'read-api',
  level: 'error',
  title: 'Totals of the read API match the build, lists match the items, items match their entries',
  *checkDocument(document, subject) {
    if (!document.isWhole || document.source !== 'generated') return;
    const check = CHECKS[document.row.id];
    for (const fault of check?.(document, subject) ?? []) yield { fix: FIX, ...fault, file: document.file };
  },
};

const CHECKS: Readonly<Record<string, (document: Document, subject: Subject) => Iterable<Fault>>> = {
  'rest-index': faultsOfTotals,
  'rest-list': faultsOfList,
  'rest-item': faultsOfItem,
};

function* faultsOfTotals(document: Document, { record }: Subject): Iterable<Fault> {
  if (record === undefined) return;
  const counts = countBy(entriesById(record).values(), ({ type }) => type);
  for (const [index, item] of listOf(objectOf(document.value())['collections']).entries()) {
    const { type, total, pages, page_urls } = objectOf(item);
    if (total === undefined) continue;
    const expected = counts.get(textOf(type)) ?? 0;
    const pointer = `/collections/${index}`;
    if (total !== expected) {
      const message = `The build has ${expected} entries of the type "${textOf(type)}", but "total" is ${JSON.stringify(total)}.`;
      yield { code: 'total', pointer: `${pointer}/total`, message };
    }
    const count = pageCount(expected, REST_PAGE_SIZE);
    const listed = page_urls === undefined ? count : listOf(page_urls).length;
    if (pages === count && listed === count) continue;
    const message = `Expected ${count} pages, found ${JSON.stringify(pages)} with ${listed} addresses.`;
    yield { code: 'total', pointer: `${pointer}/pages`, message };
  }
}

function* faultsOfList(document: Document, { folder }: Subject): Iterable<Fault> {
  const items = folderOfItems(document.file);
  const seen = new Set<unknown>();
  for (const [index, item] of listOf(document.value()).entries()) {
    const { id } = objectOf(item);
    const file = `${items}/${String(id)}.json`;
    const text = JSON.stringify(item);
    if (seen.has(id))
      yield { code: 'list-repeated', pointer: `/${index}/id`, message: `The entry ${id} is listed twice.` };
    seen.add(id);
    if (!folder.has(file)) {
      yield {
        code: 'list-item-lost',
        pointer: `/${index}`,
        message: `There is no file ${file} for this item.`,
      };
    } else if (!isSameJson(folder.textOf(file), text)) {
      yield { code: 'list-item-differs', pointer: `/${index}`, message: `This item differs from ${file}.` };
    }
  }
}

function isSameJson(file: string | undefined, text: string): boolean {
  try {
    return JSON.stringify(JSON.parse(file ?? '')) === text;
  } catch {
    // A file that isn't JSON is reported by its own rule.
    return true;
  }
}

/** `posts/index.json`, `posts.json` and `posts/page-2.json` are lists of `posts/{id}.json`. */
function folderOfItems(file: string): string {
  return file.replace(/\/(?:index|page-\d+)\.json$/, '').replace(/\.json$/, '');
}

function* faultsOfItem(document: Document, { folder, deployment, record }: Subject): Iterable<Fault> {
  const item = objectOf(document.value());
  const id = Number(/(\d+)\.json$/.exec(document.file)?.[1]);
  if (item['id'] !== id) {
    yield {
      code: 'item-id',
      pointer: '/id',
      message: `Expected the id ${id} of the file, found ${JSON.stringify(item['id'])}.`,
    };
  }
  const entry = record === undefined ? undefined : entriesById(record).get(id);
  if (record !== undefined && entry !== undefined && item['link'] !== record.baseUrl + entry.path) {
    const message = `Expected the address ${record.baseUrl}${entry.path}, found ${JSON.stringify(item['link'])}.`;
    yield { code: 'item-link', pointer: '/link', message };
  }
  const twin = fileBehind(textOf(objectOf(linksOf(item)['alternate'])['href']), deployment, folder);
  if (twin !== undefined) yield* faultsOfTwin(item, twin, folder);
  const self = textOf(objectOf(linksOf(item)['self'])['href']);
  if (fileBehind(self, deployment, folder) !== document.file) {
    yield {
      code: 'item-self',
      pointer: '/_links/self',
      message: `Expected the address of this item, found "${self}".`,
    };
  }
}

/** The twin and the item of an entry agree. */
function* faultsOfTwin(item: JsonObject, file: string, folder: Folder): Iterable<Fault> {
  const matter = frontMatterOf(folder.document(file));
  if (matter === undefined) return;
  const title = tidyLine(decodeHTML(textOf(objectOf(item['title'])['rendered'])));
  if (matter['title'] !== undefined && title !== '' && matter['title'] !== title) {
    const message = `The item has the title "${title}", but its twin ${file} has ${JSON.stringify(matter['title'])}.`;
    yield { code: 'item-twin', pointer: '/title', message };
  }
  const changed = Date.parse(textOf(item['modified'] ?? item['date']));
  const updated = Date.parse(textOf(matter['last_updated']));
  // The date of a twin is local, by a time zone that may be the entry's own.
  if (Number.isNaN(changed) || Number.isNaN(updated) || Math.abs(changed - updated) < 2 * DAY) return;
  const message = `The item changed on ${textOf(item['modified'] ?? item['date'])}, but its twin ${file} has ${textOf(matter['last_updated'])}.`;
  yield { code: 'item-twin', pointer: '/modified', message };
}

/** The front matter of a twin; undefined where it is missing or unreadable. */
export function frontMatterOf(document: Document | undefined): JsonObject | undefined {
  if (document?.row.id !== 'markdown' || !document.isWhole) return undefined;
  try {
    const { present, data } = readFrontMatter(document.text());
    return present ? data : undefined;
  } catch {
    // The rule of twins reports it.
    return undefined;
  }
}

function linksOf(item: JsonObject): JsonObject {
  return objectOf(item['_links']);
}

const entriesById = memoisedByObject(({ entries }: BuildRecord): ReadonlyMap<number, RecordedEntry> => {
  return new Map([...entries].map((entry) => [entry.id, entry]));
});
