import type { ContentEntry, ContentStore } from '../../../../src/build/content/port.js';
import type { RawEntry } from '../../../../src/sources/port.js';

/** An entry with its body, in a few words. */
export type Draft = Partial<ContentEntry> & {
  readonly id: number;
  readonly body?: string;
  readonly excerpt?: string;
  readonly format?: RawEntry['format'];
};

/** A content store without a build behind it; `reads` counts the entries that were read. */
export function memoryContent(drafts: readonly Draft[]): ContentStore & { readonly reads: () => number } {
  const entries = new Map(drafts.map((draft) => [draft.id, toEntry(draft)]));
  const raws = new Map(drafts.map((draft) => [draft.id, toRaw(draft)]));
  let reads = 0;
  const store: ContentStore = {
    find: (id) => entries.get(id),
    entries: () => entries.values(),
    read: (id) => Promise.resolve(raws.get(id)),
    async *readMany(ids) {
      for (const id of ids) {
        const [entry, raw] = [entries.get(id), raws.get(id)];
        if (entry === undefined || raw === undefined) continue;
        reads += 1;
        yield { entry, raw };
      }
    },
    isWritable: () => false,
    writableSource: () => undefined,
    sourceOf: () => undefined,
    fileOf: () => undefined,
    media: () => undefined,
    allMedia: () => [],
    terms: [],
    taxonomiesOf: () => new Set(),
    withTopics: () => 0,
  };
  return { ...store, reads: () => reads };
}

function toEntry({ body, excerpt, format, ...entry }: Draft): ContentEntry {
  const { id } = entry;
  return {
    type: 'post',
    status: 'publish',
    isProtected: false,
    noindex: false,
    isExpired: false,
    isListed: true,
    title: `Entry ${id}`,
    authors: [],
    url: `https://harbour.example/entry-${id}/`,
    lang: 'en',
    published: 1000,
    modified: 1000 + id,
    source: 0,
    key: String(id),
    stamp: JSON.stringify([body, excerpt, format]),
    ...entry,
  };
}

function toRaw(draft: Draft): RawEntry {
  const { id, type, status, title, key } = { ...toEntry(draft) };
  const { body = '', excerpt = '', format = 'html' } = draft;
  const more = { protected: false, noindex: false, slug: key, authorKeys: [], terms: [] };
  return { ref: key, key, id, type, status, title, excerpt, body, format, ...more };
}
