import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Status } from '../../../../../src/quality/readiness/check.js';
import {
  flagsOf,
  judgePage,
  pointsOf,
  readCheckRows,
} from '../../../../../src/quality/readiness/pages/grade.js';
import { packCheckup, unpackCheckup } from '../../../../../src/quality/readiness/pages/pack.js';
import { withImage } from '../../../../../src/quality/readiness/pages/page-metrics.js';
import { pageChecks } from '../../../../../src/quality/readiness/pages/table.js';
import { checkupOf, prose, rowsOf } from '../../../../support/quality/readiness/pages/page.js';

const rows = (...statuses: Status[]) => statuses.map((status, index) => ({ id: `c${index}`, status }));

describe('points', () => {
  it.each([
    [rows('pass'), 100],
    [rows('fail'), 0],
    [rows('pass', 'warn'), 75],
    [rows('warn', 'warn', 'fail'), 33],
    // 12.5 of 13 and 13.5 of 14 rows.
    [rows(...Array<Status>(12).fill('pass'), 'warn'), 96],
    [rows(...Array<Status>(13).fill('pass'), 'warn'), 96],
    // 100 × 2.5 / 4 is a tie: away from zero.
    [rows('pass', 'pass', 'warn', 'fail'), 63],
    [rows('warn', 'fail', 'fail', 'fail'), 13],
    [[], undefined],
  ])('%#', (list, points) => {
    expect(pointsOf(list)).toBe(points);
  });

  it('are a whole number from 0 to 100, whatever the order', () => {
    const list = fc.array(fc.constantFrom<Status>('pass', 'warn', 'fail'), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(list, (statuses) => {
        const points = pointsOf(rows(...statuses)) ?? Number.NaN;
        expect(Number.isInteger(points) && points >= 0 && points <= 100).toBe(true);
        expect(pointsOf(rows(...statuses.toReversed()))).toBe(points);
        expect(points === 100).toBe(statuses.every((status) => status === 'pass'));
      }),
    );
  });
});

const html = fc
  .array(
    fc.constantFrom(
      '<p>',
      '</p>',
      '<h2>',
      '</h2>',
      '<h5>',
      '<a href="https://x.example">',
      '</a>',
      '<img src="/a-b.png" alt="a-b">',
      '<img>',
      '<figure class="wp-block-embed is-type-video">',
      '</figure>',
      '<figcaption>',
      '<video src="/v.mp4">',
      '<pre>',
      '</pre>',
      'word ',
      '1,200 ',
      'unreasonableness ',
      '. ',
      '\u00a0',
      '山茶 ',
      '&amp;',
      '<br>',
      '<script>x</script>',
      '<details><summary>Transcript</summary>',
    ),
    { maxLength: 120 },
  )
  .map((parts) => parts.join(''));

describe('judging any page', () => {
  it('gives the rows of the table, with words in each', () => {
    fc.assert(
      fc.property(html, fc.boolean(), (body, gradeable) => {
        const found = rowsOf(body, { gradeable });
        expect(found.map(({ id }) => id)).toEqual(
          pageChecks.map(({ id }) => id).filter((id) => id !== 'featured_alt'),
        );
        for (const { detail, label, status } of found) {
          expect(label && detail).toMatch(/\S/);
          expect(detail).not.toMatch(/NaN|undefined|Infinity|null/);
          expect(['pass', 'warn']).toContain(status);
        }
      }),
    );
  });

  it('a checkup comes back from its packed form, by way of JSON', () => {
    fc.assert(
      fc.property(
        html,
        fc.constantFrom('', 'word', 'word unreasonableness'),
        fc.boolean(),
        (body, focus, isEvergreen) => {
          const extra = { evergreen: isEvergreen, media: { '/v.mp4': 'a note' } };
          const read = checkupOf(body, { focus, extra, excerpt: focus });
          const checkup = withImage(
            read,
            focus === '' ? undefined : { url: '/up/a-b.png', alt: '' },
            'T',
            () => undefined,
          );
          expect(unpackCheckup(JSON.parse(JSON.stringify(packCheckup(checkup))))).toEqual(checkup);
        },
      ),
    );
  });

  it('a page where all is well has 100 points', () => {
    const good = `<h2>How a mill works</h2>${prose(120)}<p>Since 1890, <a href="https://mills.example">mills</a> turn.</p>`;
    const checkup = withImage(
      checkupOf(good),
      { url: '/up/mill.jpg', alt: 'A mill in snow' },
      'T',
      () => undefined,
    );
    const found = judgePage({ ...checkup, gradeable: true, expectsImage: true, ageDays: 10 });
    expect(flagsOf(found)).toEqual([]);
    expect(pointsOf(found)).toBe(100);
  });

  it('an empty page has not', () => {
    expect(flagsOf(rowsOf(''))).toEqual(['words']);
  });
});

describe('rows of plugins', () => {
  it.each([
    [
      { id: 'x', label: 'X', status: 'fail', detail: 'no', fix: 'y' },
      [{ id: 'x', label: 'X', status: 'fail', detail: 'no' }],
    ],
    [{ id: '', status: 'pass' }, []],
    [{ status: 'pass' }, []],
    [{ id: 'x' }, [{ id: 'x', label: 'x', status: 'warn', detail: '' }]],
    [
      { id: 'x', status: 'off', pass: true, ok: false },
      [{ id: 'x', label: 'x', status: 'pass', detail: '' }],
    ],
    [{ id: 'x', ok: false }, [{ id: 'x', label: 'x', status: 'fail', detail: '' }]],
    [{ id: 'a,b', status: 'warn', label: 3 }, [{ id: 'a-b', label: 'a-b', status: 'warn', detail: '' }]],
  ])('%j', (row, expected) => {
    expect(readCheckRows([row])).toEqual(expected);
  });
});
