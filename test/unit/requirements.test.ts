import { describe, expect, it } from 'vitest';
import { type Requirement, requirements } from '../requirements.js';
import { pending } from '../requirements-pending.js';
import { sourceFiles } from '../support/imports.js';

const ID = /^\d+(?:\.\d+)*-[a-z0-9]+(?:-[a-z0-9]+)*$/;

/** This file's own tests name ids that do not count. */
const IGNORED = ['requirements.test.ts'];

/** Ids in brackets, as titles of tests cite them: `[4.2.2-since-strict]`. */
function citationsIn(text: string): readonly string[] {
  return [...text.matchAll(/\[(\d+(?:\.\d+)*-[a-z][a-z0-9-]*)\]/g)].map((match) => match[1] ?? '');
}

interface Ledger {
  readonly requirements: readonly Pick<Requirement, 'id'>[];
  readonly pending: Readonly<Record<string, string>>;
  readonly cited: ReadonlySet<string>;
}

/** What is wrong with the ledger, as sentences that say what to do. */
function problems({ requirements, pending, cited }: Ledger): readonly string[] {
  const ids = requirements.map(({ id }) => id);
  const known = new Set(ids);
  return [
    ...ids.filter((id, i) => ids.indexOf(id) !== i).map((id) => `${id} is listed twice`),
    ...ids.filter((id) => !ID.test(id)).map((id) => `${id} is not of the form 4.2.2-since-strict`),
    ...ids
      .filter((id) => !cited.has(id) && !Object.hasOwn(pending, id))
      .map((id) => `${id} is neither cited by a test nor pending`),
    ...Object.keys(pending)
      .filter((id) => cited.has(id))
      .map((id) => `${id} is cited: remove it from the pending list`),
    ...Object.keys(pending)
      .filter((id) => !known.has(id))
      .map((id) => `${id} is pending but no requirement`),
    ...Object.entries(pending)
      .filter(([, reason]) => reason.trim() === '')
      .map(([id]) => `${id} is pending without a reason`),
    ...[...cited].filter((id) => !known.has(id)).map((id) => `${id} is cited but no requirement`),
  ];
}

describe('the requirements', () => {
  const tests = sourceFiles('test').filter(
    ({ file }) => file.endsWith('.test.ts') && !IGNORED.includes(file),
  );
  const cited = new Set(tests.flatMap(({ text }) => citationsIn(text)));

  it('are each cited by a test or pending, and nothing else is cited', () => {
    expect(problems({ requirements, pending, cited })).toEqual([]);
  });

  it('cover every section of the specification', () => {
    const sections = new Set(requirements.map(({ section }) => section));
    const expected = [
      ...['1', '2.1', '2.1.1', '2.1.2', '2.1.3', '2.1.4', '2.1.5', '2.1.6', '2.1.7', '2.2', '3'],
      ...['4.1', '4.1.1', '4.1.2', '4.1.3', '4.1.4', '4.2', '4.2.1', '4.2.2', '4.2.3', '4.2.4', '4.2.5'],
      ...['5', '5.1', '6', '7', '8', '8.1', '8.2', '8.3.2', '8.3.3', '8.3.4', '8.3.5', '8.3.6', '9'],
    ];
    expect([...sections]).toEqual(expected);
  });

  it('are sentences', () => {
    for (const { id, text } of requirements) expect(text, id).toMatch(/^\S.*\.$/);
  });
});

describe('this guard', () => {
  const ledger = (ids: string[], waiting: Record<string, string>, cited: string[]) =>
    problems({ requirements: ids.map((id) => ({ id })), pending: waiting, cited: new Set(cited) });

  it('is content when each id is cited or pending', () => {
    expect(ledger(['1-a', '2-b'], { '2-b': 'feature' }, ['1-a'])).toEqual([]);
  });

  it.each([
    ['an id that is neither', ledger(['1-a'], {}, []), /neither cited/],
    ['a pending id that is cited', ledger(['1-a'], { '1-a': 'feature' }, ['1-a']), /remove it/],
    ['a citation of nothing', ledger(['1-a'], {}, ['1-a', '1-b']), /1-b is cited but/],
    ['a pending id that is nothing', ledger([], { '1-b': 'feature' }, []), /1-b is pending but/],
    ['a pending id without a reason', ledger(['1-a'], { '1-a': ' ' }, []), /without a reason/],
    ['an id listed twice', ledger(['1-a', '1-a'], {}, ['1-a']), /twice/],
    ['an id of another form', ledger(['a-1'], {}, ['a-1']), /form/],
  ])('sees %s', (_, found, message) => {
    expect(found).toHaveLength(1);
    expect(found[0]).toMatch(message);
  });

  it('finds citations in titles and tables, and takes patterns for none', () => {
    const text =
      "it('[4.2.2-since-strict] [2.1-spec-version] works'); /[0-9a-f]/; list[3 - x]; ['[5-pkce-s256]']";
    expect(citationsIn(text)).toEqual(['4.2.2-since-strict', '2.1-spec-version', '5-pkce-s256']);
  });
});
