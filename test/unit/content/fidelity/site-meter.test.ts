import { describe, expect, it } from 'vitest';
import { SiteMeter, twinFrame } from '../../../../src/content/fidelity/site-meter.js';

const findings = { lostWords: ['a'], addedWords: [], vanished: [{ name: 'dl', count: 2 }] };
const page = (id: number, words: number, lost: number, added = 0) => ({
  id,
  url: `https://x.example/${id}/`,
  counts: { words, lost, twinWords: words, added },
  findings: lost + added > 0 ? findings : undefined,
});
const NO_FRAME = twinFrame([], () => '');

describe('the figures of a site', () => {
  it('are of all words, not means of pages', () => {
    const meter = new SiteMeter();
    meter.add(page(1, 10, 5));
    meter.add(page(2, 990, 0));
    expect(meter.result(NO_FRAME)).toMatchObject({ words: 1000, lost: 5, lostPercent: 0.5, addedPercent: 0 });
  });

  it('never round a loss down to nothing', () => {
    const meter = new SiteMeter();
    meter.add(page(1, 1_000_000, 1, 1));
    expect(meter.result(NO_FRAME)).toMatchObject({ lostPercent: 0.01, addedPercent: 0.01 });
  });

  it('list pages that are not the same, the worst first, in whatever order they come', () => {
    const pages = [page(1, 100, 5), page(2, 100, 0), page(3, 100, 50), page(4, 100, 0, 20), page(5, 100, 5)];
    for (const order of [pages, [...pages].reverse()]) {
      const meter = new SiteMeter();
      for (const one of order) meter.add(one);
      const { pages: told, vanished } = meter.result(NO_FRAME);
      expect(told.map(({ id }) => id)).toEqual([3, 4, 1, 5]);
      expect(vanished).toEqual([{ name: 'dl', count: 8 }]);
    }
  });

  it('of no page are nothing', () => {
    expect(new SiteMeter().result(NO_FRAME)).toMatchObject({
      words: 0,
      lostPercent: 0,
      framePercent: 0,
      pages: [],
    });
  });
});

describe('frame in twins', () => {
  const twins = (count: number, text: (id: number) => string) =>
    twinFrame(
      Array.from({ length: count }, (_, id) => ({ id })),
      ({ id }) => text(id),
    );

  it('is what over a quarter of them share, but for headings, titles of boxes and code', () => {
    const frame = twins(8, (id) =>
      [
        `# Title ${id}`,
        '## Same',
        'Same line',
        id < 2 ? 'On two' : '',
        id < 3 ? 'On three' : '',
        `Own ${id}`,
        '```\nsame code\n```',
        `> **See also**\n>\n> Book ${id}`,
      ].join('\n\n'),
    );
    expect(frame.lines).toEqual([
      { line: 'Same line', twins: 8 },
      { line: 'On three', twins: 3 },
    ]);
    expect(frame.framed).toBe(8 * 2 + 3 * 2);
    expect([frame.byId.get(0), frame.byId.get(5)]).toEqual([4, 2]);
    expect(frame.words).toBe(8 * (2 + 1 + 2 + 2 + 2 + 4) + 2 * 2 + 3 * 2);
  });

  it('is not told of sites of fewer than eight pages', () => {
    expect(twins(7, () => 'Same line')).toMatchObject({ twins: 0, framed: 0, lines: [] });
  });

  it('is looked for in 256 twins of a large site, spread over it', () => {
    const seen: number[] = [];
    const frame = twins(1000, (id) => {
      seen.push(id);
      return 'Same line';
    });
    expect(frame.twins).toBe(256);
    expect(frame.framed).toBe(frame.words);
    expect(Math.max(...seen)).toBeGreaterThan(990);
  });
});
