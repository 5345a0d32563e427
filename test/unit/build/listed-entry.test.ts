import { describe, expect, it } from 'vitest';
import { type Candidate, EntryTable } from '../../../src/build/entry-table.js';
import type { ListedEntry } from '../../../src/build/listed-entry.js';
import { Fingerprint } from '../../../src/core/fingerprint.js';
import type { IndexEntry } from '../../../src/site/entry.js';

interface Facts {
  readonly candidate?: Partial<Candidate>;
  readonly path?: string;
  readonly twin?: string;
  readonly published?: number;
  readonly modified?: number;
  readonly changed?: number;
  readonly dated?: boolean;
  readonly action?: 'created' | 'updated';
  readonly lang?: string;
  readonly excerpt?: string;
  readonly hash?: string;
}

const CANDIDATE: Candidate = {
  id: 7,
  source: 0,
  key: 'ropes',
  isHashed: false,
  type: 'post',
  title: 'Ropes',
  url: undefined,
  path: undefined,
  published: 1000,
  modified: 2000,
  terms: 0,
  menuOrder: 0,
  lang: 'en',
  translationKey: undefined,
  llms: true,
  authors: [],
  hasTopics: false,
  stamp: 'stamp',
};

function listed({ candidate, path = '/ropes/', twin = 'ropes.md', excerpt = 'Of ropes', ...facts }: Facts) {
  const table = new EntryTable();
  // The first text of a store has a place of its own.
  table.add({ ...CANDIDATE, id: 1, key: 'first' });
  table.add({ ...CANDIDATE, ...candidate });
  const entry = [...table.entries()].at(-1) as ListedEntry;
  const { published = 1000, modified = 2000, changed = 2000, dated = true, action = 'updated' } = facts;
  entry.place({ path, twin });
  entry.announce({ published, dated }, facts.lang ?? 'en');
  const made = new Fingerprint();
  made.begin();
  entry.addTo(made);
  entry.setPrint(made);
  entry.convert({ excerpt, hash: facts.hash ?? '0123456789abcdef' });
  entry.date({ published, modified, changed, dated, action });
  return entry;
}

function printOf(entry: ListedEntry): string {
  const print = new Fingerprint();
  print.begin();
  entry.addShownTo(print);
  return `${print.high} ${print.low}`;
}

// A new field of an entry has to find its way into the fingerprint, or documents that show it would grow old. What the
// source says is in its stamp, what a body becomes in its hash.
const OTHERS = {
  id: { candidate: { id: 8 } },
  type: { candidate: { type: 'page' } },
  title: { candidate: { title: 'Knots', stamp: 'of knots' } },
  canonical: { candidate: { canonical: 'https://other.example/knots/' } },
  path: { path: '/knots/' },
  twin: { twin: '' },
  published: { published: 1001 },
  modified: { modified: 2001 },
  dated: { dated: false },
  menuOrder: { candidate: { menuOrder: 1, stamp: 'first' } },
  lang: { lang: 'nl' },
  excerpt: { excerpt: 'Of knots', hash: 'fedcba9876543210' },
  llms: { candidate: { llms: false } },
  action: { action: 'created' },
  changed: { changed: 2001 },
} satisfies Record<keyof IndexEntry, Facts>;

describe('what documents show of an entry', () => {
  it('has the same fingerprint while it is the same, whatever else is known of the entry', () => {
    const other = { key: 'elsewhere', terms: 5, hasTopics: true };
    expect(printOf(listed({ candidate: other }))).toBe(printOf(listed({})));
  });

  it.each(Object.entries<Facts>(OTHERS))('has another fingerprint with another %s', (field, facts) => {
    const [one, other] = [listed({}), listed(facts)];
    const name = field as keyof IndexEntry;
    expect(other[name]).not.toBe(one[name]);
    expect(printOf(other)).not.toBe(printOf(one));
  });
});
