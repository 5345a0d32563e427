import { listOf, objectOf, textOf, type Values } from '../../../core/json.js';
import type { RawFinding, Rule } from '../rule.js';
import type { Subject } from '../subject.js';

/** An item with its place and its sort time. */
interface Item {
  readonly pointer: string;
  readonly values: Values;
  readonly deleted: boolean;
  readonly time: number;
}

/** The change feed keeps its promises to readers. */
export const changes: Rule = {
  id: 'changes',
  level: 'error',
  title:
    'The change feed has the right count, lists the newest first and each page once, and marks a cut list',
  anywhere: true,
  *checkDocument(document, subject) {
    if (document.row.id !== 'changes' || !document.isWhole) return;
    const feed = objectOf(document.value());
    const items = listOf(feed['items']).map(toItem);
    const all = [
      ...faultsOfCounts(feed, items, subject),
      ...faultsOfOrder(items),
      ...faultsOfRepetition(items),
      ...faultsOfLinks(items),
    ];
    for (const fault of all) yield { ...fault, file: document.file };
  },
};

type Fault = Omit<RawFinding, 'file'>;

function toItem(item: unknown, index: number): Item {
  const values = objectOf(item);
  const deleted = values['action'] === 'deleted';
  const time = Date.parse(textOf(deleted ? values['deleted'] : values['modified']));
  return { pointer: `/items/${index}`, values, deleted, time };
}

function* faultsOfCounts(feed: Values, items: readonly Item[], subject: Subject): Iterable<Fault> {
  if (feed['since'] !== null) {
    yield {
      code: 'changes-since',
      pointer: '/since',
      message: 'A file holds the whole window: expected null.',
    };
  }
  if (feed['count'] !== items.length) {
    const message = `There are ${items.length} items, but "count" is ${JSON.stringify(feed['count'])}.`;
    yield { code: 'changes-count', pointer: '/count', message };
  }
  const total = totalChanges(subject);
  if (total === undefined || feed['truncated'] === total > items.length) return;
  const message = `The build has ${total} changes and the file lists ${items.length}: expected ${total > items.length}.`;
  yield { code: 'changes-truncated', pointer: '/truncated', message };
}

/** All public entries and the addresses that are gone; a page that is public again counts once. */
function totalChanges({ record }: Subject): number | undefined {
  if (record === undefined) return undefined;
  const gone = new Set(record.tombstones.map(({ url }) => url));
  let total = 0;
  for (const { path } of record.entries) {
    total += 1;
    gone.delete(record.baseUrl + path);
  }
  return total + record.tombstones.filter(({ url }) => gone.has(url)).length;
}

function* faultsOfOrder(items: readonly Item[]): Iterable<Fault> {
  for (const [index, { time, pointer }] of items.entries()) {
    const before = items[index - 1];
    if (before === undefined || !(time > before.time)) continue;
    yield { code: 'changes-order', pointer, message: 'This change is newer than the one before it.' };
  }
}

function* faultsOfRepetition(items: readonly Item[]): Iterable<Fault> {
  const live = new Set(items.filter(({ deleted }) => !deleted).map(({ values }) => values['url']));
  const seen = new Set<unknown>();
  for (const { values, deleted, pointer } of items) {
    const key = `${deleted ? 'gone' : 'live'} ${String(values['url'])}`;
    if (seen.has(key))
      yield { code: 'changes-repeated', pointer, message: `${String(values['url'])} is listed twice.` };
    seen.add(key);
    if (deleted && live.has(values['url'])) {
      const message = `${String(values['url'])} is public, but this asks readers to remove it.`;
      yield { code: 'changes-contradiction', pointer, message };
    }
  }
}

function* faultsOfLinks(items: readonly Item[]): Iterable<Fault> {
  for (const { values, pointer } of items) {
    const { self, alternate } = objectOf(values['_links']);
    if (objectOf(self)['href'] !== values['url']) {
      yield {
        code: 'changes-links',
        pointer: `${pointer}/_links/self`,
        message: 'Expected the address of the item.',
      };
    }
    if (objectOf(alternate)['href'] === values['markdown']) continue;
    const message = 'Expected the address of the Markdown twin.';
    yield { code: 'changes-links', pointer: `${pointer}/_links/alternate`, message };
  }
}
