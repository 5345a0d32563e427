import fc from 'fast-check';
import robotsParserModule from 'robots-parser';
import { describe, expect, it } from 'vitest';
import { defaultSettings } from '../../../src/config/settings.js';
import { baseSettings } from '../../../src/config/settings-merge.js';
import { type ContextOptions, filesOf, testContext, textOf } from '../../support/documents/context.js';
import { expectGolden } from '../../support/documents/golden.js';
import { readRobots, rulesFor } from '../../support/documents/robots-reader.js';

// Its types describe an ES module; it is a CommonJS function.
const robotsParser = robotsParserModule as unknown as (
  url: string,
  text: string,
) => { isAllowed(url: string, agent: string): boolean | undefined };

const SIGNAL = 'Content-Signal: search=yes, ai-input=yes, ai-train=no';
const BLOCKED = defaultSettings().blocked_trainers;

function robots(robotsBase?: string, options: ContextOptions = {}): string {
  return textOf('robots', testContext({ robotsBase, ...options }));
}

/** Augments with the signal alone. */
function signalled(base: string): string {
  return robots(base, { settings: { blocked_trainers: [], enable_sitemap: false } });
}

describe('/robots.txt', () => {
  it('of a site without one allows everything but training', () => {
    expectGolden('robots.txt', robots());
  });

  it('[8.1-robots-gates] of a closed site is exactly one refusal', () => {
    const closed: ContextOptions = { site: { public: false } };
    expect(robots(undefined, closed)).toBe('User-agent: *\nDisallow: /\n');
    expect(robots('User-agent: *\nAllow: /\n', closed)).toBe('User-agent: *\nDisallow: /\n');
  });

  it('is the site’s own, byte for byte, while `enable_robots` is off', () => {
    const base = '\ufeffUser-Agent: *\r\nDisallow: /cgi-bin/ # old\r\n\r\n';
    expect(robots(base, { settings: { enable_robots: false } })).toBe(base);
    expect(robots(undefined, { settings: { enable_robots: false } })).toBe('User-agent: *\nDisallow:\n');
  });

  it('is not ours when another producer took it', () => {
    expect(filesOf('robots', testContext({ cede: ['robots'] }))).toEqual({});
  });

  it('spells the signal from the settings', () => {
    const text = robots(undefined, {
      settings: { content_signal: { search: false, ai_input: false, ai_train: true } },
    });
    expect(text).toContain('\nContent-Signal: search=no, ai-input=no, ai-train=yes\n');
  });
});

describe('the content signal [8.1-robots-signal]', () => {
  it.each([
    ['follows the name', 'User-agent: *\nDisallow: /x\n', `User-agent: *\n${SIGNAL}\nDisallow: /x\n`],
    ['takes CRLF', 'User-agent: *\r\nDisallow:\r\n', `User-agent: *\r\n${SIGNAL}\r\nDisallow:\r\n`],
    ['takes CR', 'User-agent: *\rDisallow:\r', `User-agent: *\r${SIGNAL}\rDisallow:\r`],
    [
      'stays behind a byte order mark',
      '\ufeffUser-agent: *\nDisallow:\n',
      `\ufeffUser-agent: *\n${SIGNAL}\nDisallow:\n`,
    ],
    [
      'sees through case, spaces and comments',
      ' USER-AGENT :* # all\nDisallow:',
      ` USER-AGENT :* # all\n${SIGNAL}\nDisallow:`,
    ],
    ['ends a last line without a line ending', 'User-agent: *', `User-agent: *\n${SIGNAL}\n`],
    [
      'follows the last of several names',
      'User-agent: *\n# and\n\nUser-agent: TeaBot\nDisallow: /x\n',
      `User-agent: *\n# and\n\nUser-agent: TeaBot\n${SIGNAL}\nDisallow: /x\n`,
    ],
    [
      'is in the first of several groups',
      'User-agent: *\nDisallow: /a\n\nUser-agent: *\nDisallow: /b\n',
      `User-agent: *\n${SIGNAL}\nDisallow: /a\n\nUser-agent: *\nDisallow: /b\n`,
    ],
    [
      'opens a closed group of its own where there is none',
      '# hello\nUser-agent: TeaBot\nDisallow: /\n',
      `User-agent: *\n${SIGNAL}\nDisallow:\n\n# hello\nUser-agent: TeaBot\nDisallow: /\n`,
    ],
    [
      'goes behind the mark in that case too',
      '\ufeff# hello\n',
      `\ufeffUser-agent: *\n${SIGNAL}\nDisallow:\n\n# hello\n`,
    ],
    [
      'leaves rules outside of any group as dead as they were',
      '# hello\nDisallow: /\nUser-agent: TeaBot\nAllow: /\n',
      `# hello\nDisallow: /\nUser-agent: *\n${SIGNAL}\nDisallow:\n\nUser-agent: TeaBot\nAllow: /\n`,
    ],
    ['opens an empty file', '', `User-agent: *\n${SIGNAL}\nDisallow:\n\n`],
    [
      'is not taken from a comment',
      'User-agent: *\n# Content-Signal: none\nDisallow:\n',
      `User-agent: *\n${SIGNAL}\n# Content-Signal: none\nDisallow:\n`,
    ],
  ])('%s', (_, base, expected) => {
    expect(signalled(base)).toBe(expected);
  });

  it('of the site itself stays the only one', () => {
    const base = 'User-agent: *\ncontent-signal: ai-train=yes\nDisallow:\n';
    expect(signalled(base)).toBe(base);
  });
});

describe('the training blocklist [8.1-robots-blocklist]', () => {
  const only = (base: string, names: string[]) =>
    robots(base, { settings: { blocked_trainers: names, enable_sitemap: false } });
  const base = `User-agent: *\n${SIGNAL}\nDisallow:\n`;

  it('is one group at the end', () => {
    expect(only(base, ['GPTBot', 'CCBot'])).toBe(
      `${base}\nUser-agent: GPTBot\nUser-agent: CCBot\nDisallow: /\n`,
    );
  });

  it.each(['\r\n', '\r'])('is behind a blank line where lines end with %j', (eol) => {
    const text = base.replaceAll('\n', eol);
    const group = `User-agent: GPTBot${eol}Disallow: /${eol}`;
    expect(only(text, ['GPTBot'])).toBe(`${text}${eol}${group}`);
    expect(only(`${text}${eol}`, ['GPTBot'])).toBe(`${text}${eol}${group}`);
  });

  it('does not add a name that has its own group, whatever its case or version', () => {
    const own = `${base}\nUser-agent: gptbot/1.2\nDisallow: /drafts/\n`;
    expect(only(own, ['GPTBot'])).toBe(own);
    expect(readRobots(only(own, ['GPTBot', 'CCBot'])).groups.at(-1)?.agents).toEqual(['ccbot']);
    const starred = own.replace('gptbot/1.2', 'GPTBot*');
    expect(only(starred, ['GPTBot'])).toBe(starred);
  });

  it('adds a name that is only the beginning of another', () => {
    const own = `${base}\nUser-agent: GPTBot-Extra\nDisallow:\n`;
    expect(readRobots(only(own, ['GPTBot'])).groups.at(-1)?.agents).toEqual(['gptbot']);
  });

  it('closes a last group without rules, so that the names do not join it', () => {
    const text = only('User-agent: *', ['GPTBot']);
    expect(text).toBe(`User-agent: *\n${SIGNAL}\nDisallow:\n\nUser-agent: GPTBot\nDisallow: /\n`);
    expect(rulesFor(readRobots(text), 'TeaBot')).toEqual([]);
  });

  it('ignores what cannot be a name, and repetitions', () => {
    const names = ['*', '', 'a: b', 'x#y', 'Tea\nDisallow: /', 'CCBot', 'ccbot'];
    expect(only(base, names)).toBe(`${base}\nUser-agent: CCBot\nDisallow: /\n`);
  });

  it('is nothing when the list is empty', () => {
    expect(only(base, [])).toBe(base);
  });
});

describe('the sitemap line [8.1-robots-sitemap]', () => {
  const own = 'User-agent: *\nDisallow:\n';

  it('names the sitemap that is known', () => {
    expect(readRobots(robots(own)).sitemaps).toEqual(['https://tea.example/svc-sitemap.xml']);
    const other = robots(own, { otherSitemap: 'https://tea.example/sitemap_index.xml' });
    expect(readRobots(other).sitemaps).toEqual(['https://tea.example/sitemap_index.xml']);
  });

  it('is left to an existing line, to an SEO extension, and out while there is no sitemap', () => {
    const existing = `Sitemap: https://tea.example/mine.xml\n${own}`;
    expect(readRobots(robots(existing)).sitemaps).toEqual(['https://tea.example/mine.xml']);
    expect(readRobots(robots(own, { seoOwner: true })).sitemaps).toEqual([]);
    expect(readRobots(robots(own, { settings: { enable_sitemap: false } })).sitemaps).toEqual([]);
    expect(readRobots(robots(`# Sitemap: old\n${own}`)).sitemaps).toHaveLength(1);
  });
});

it.each([
  ['https://tea.example/old.xml', true],
  ['http://localhost:4321/sitemap-index.xml', true],
  ['https://tea.example/sitemap-index.xml', false],
  ['https://cdn.example/maps/tea.xml', false],
])('a sitemap of the site is named beside %s: %s', (named, isAdded) => {
  const known = 'https://tea.example/sitemap-index.xml';
  const text = robots(`User-agent: *\nDisallow:\nSitemap: ${named}\n`, { otherSitemap: known });
  expect(readRobots(text).sitemaps).toEqual([named, ...(isAdded ? [known] : [])]);
});

describe('any robots.txt', () => {
  const agents = ['*', 'TeaBot', 'GPTBot', 'gptbot', 'CupBot', 'CCBot', 'Googlebot'];
  const paths = ['/', '/a', '/a/b', '/tea/*', '/x$', '', '/drafts/'];
  const line = fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...agents).map((name) => `User-agent: ${name}`) },
    { weight: 4, arbitrary: fc.constantFrom(...paths).map((path) => `Disallow: ${path}`) },
    { weight: 2, arbitrary: fc.constantFrom(...paths).map((path) => `allow:${path} # note`) },
    {
      weight: 3,
      arbitrary: fc.constantFrom('', '# comment', 'Crawl-delay: 5', '   ', 'noise', 'Host: tea.example'),
    },
    {
      weight: 1,
      arbitrary: fc.constantFrom('Sitemap: https://tea.example/s.xml', 'Content-Signal: search=yes'),
    },
  );
  const file = fc
    .record({
      lines: fc.array(line, { maxLength: 14 }),
      eol: fc.constantFrom('\n', '\r\n', '\r'),
      bom: fc.boolean(),
      final: fc.boolean(),
    })
    .map(({ lines, eol, bom, final }) => (bom ? '\ufeff' : '') + lines.join(eol) + (final ? eol : ''));

  it('keeps every line, in order', () => {
    fc.assert(
      fc.property(file, (base) => {
        const rest = robots(base).split(/\r\n|\r|\n/);
        for (const original of base.split(/\r\n|\r|\n/)) {
          const found = rest.findIndex(
            (candidate) => candidate.replace('\ufeff', '') === original.replace('\ufeff', ''),
          );
          expect(found, JSON.stringify(original)).not.toBe(-1);
          rest.splice(0, found + 1);
        }
      }),
      { numRuns: 400 },
    );
  });

  it('keeps its bytes: without the inserted lines it is what it was', () => {
    fc.assert(
      fc.property(file, (base) => {
        const text = robots(base);
        let at = 0;
        for (const char of text) if (char === base[at]) at++;
        expect(at).toBe(base.length);
        expect(text.startsWith('\ufeff')).toBe(base.startsWith('\ufeff'));
      }),
    );
  });

  it('keeps the rules of every client that is not on the blocklist', () => {
    fc.assert(
      fc.property(file, (base) => {
        const [before, after] = [readRobots(base), readRobots(robots(base))];
        for (const agent of ['TeaBot', 'CupBot', 'Googlebot', 'SomeoneElse']) {
          expect(rulesFor(after, agent), agent).toEqual(rulesFor(before, agent));
        }
      }),
      { numRuns: 400 },
    );
  });

  it('shuts out every name of the blocklist that had no group', () => {
    fc.assert(
      fc.property(file, (base) => {
        const [before, after] = [readRobots(base), readRobots(robots(base))];
        const named = new Set(before.groups.flatMap((group) => group.agents));
        for (const name of BLOCKED) {
          const expected = named.has(name.toLowerCase())
            ? rulesFor(before, name)
            : [{ allow: false, path: '/' }];
          expect(rulesFor(after, name), name).toEqual(expected);
        }
      }),
      { numRuns: 400 },
    );
  });

  it('has one content signal more, for everybody, unless it had one that counts for everybody', () => {
    const count = (text: string) => text.match(/content-signal/gi)?.length ?? 0;
    const forAll = (text: string) => readRobots(text).signals.filter(({ agents }) => agents.includes('*'));
    fc.assert(
      fc.property(file, (base) => {
        const beforeGroups = base.split(/^\ufeff?\s*user-agent\s*:/im)[0] ?? '';
        const hasOwn = forAll(base).length > 0 || /^\ufeff?\s*content-signal\s*:/im.test(beforeGroups);
        const text = robots(base);
        expect(count(text) - count(base)).toBe(hasOwn ? 0 : 1);
        expect(forAll(text).map(({ value }) => value)).toEqual(
          hasOwn ? forAll(base).map(({ value }) => value) : ['search=yes, ai-input=yes, ai-train=no'],
        );
      }),
      { numRuns: 400 },
    );
  });

  it('has the signal of the settings for everybody beside a signal for one crawler', () => {
    const { signals } = readRobots(
      robots('User-agent: Googlebot\nContent-Signal: search=yes\nAllow: /\n\nUser-agent: *\nDisallow: /a\n'),
    );
    expect(signals.map(({ agents: names }) => names.includes('*'))).toEqual([false, true]);
  });

  it.each([
    ['User-agent: Googlebot\nContent-Signal: search=yes\nUser-agent: *\nDisallow: /a\n'],
    ['User-agent: *\nUser-agent: Googlebot\nContent-Signal: search=yes\nDisallow: /a\n'],
  ])('has no second signal in a group of several names: %j', (base) => {
    expect(robots(base).match(/content-signal/gi)).toHaveLength(1);
  });

  it('means the same to an independent parser', () => {
    fc.assert(
      fc.property(file, (raw) => {
        // The parser overlooks a mark, and a last group without rules, which RFC 9309 counts.
        const base = `${raw.replace('\ufeff', '')}\nDisallow: /last`;
        const url = 'https://tea.example/robots.txt';
        const [before, after] = [robotsParser(url, base), robotsParser(url, robots(base))];
        for (const path of ['/', '/a/b', '/tea/x', '/drafts/1', '/other']) {
          for (const agent of ['TeaBot', 'CupBot', 'SomeoneElse']) {
            const page = `https://tea.example${path}`;
            expect(after.isAllowed(page, agent), `${agent} ${path}`).toBe(before.isAllowed(page, agent));
          }
        }
      }),
      { numRuns: 400 },
    );
  });
});

describe('crawlers that are named', () => {
  const named = (base: string | undefined, names: readonly string[] = ['GPTBot', 'KelpBot']) =>
    robots(base, {
      settings: { blocked_trainers: [], enable_sitemap: false, named_crawlers: names },
    });

  it('have groups of their own that repeat the content signal', () => {
    expect(named(undefined)).toBe(
      `User-agent: *\n${SIGNAL}\nDisallow:\n\nUser-agent: GPTBot\n${SIGNAL}\nDisallow:\n\nUser-agent: KelpBot\n${SIGNAL}\nDisallow:\n`,
    );
  });

  it('may read no more than everybody', () => {
    const base =
      'User-agent: *\nUser-agent: LeafBot\nDisallow: /private/ # staff\nCrawl-delay: 5\n\nSitemap: https://tea.example/s.xml\n';
    expect(named(base)).toMatch(
      new RegExp(
        `User-agent: GPTBot\\n${SIGNAL}\\nDisallow: /private/ # staff\\nCrawl-delay: 5\\n\\nUser-agent: KelpBot\\n`,
      ),
    );
  });

  it('keep a group that they have, and the signal that the site has', () => {
    const base = 'User-agent: *\nContent-Signal: search=no\nAllow: /\n\nUser-agent: gptbot\nDisallow: /\n';
    expect(named(base)).toBe(`${base}\nUser-agent: KelpBot\nContent-Signal: search=no\nAllow: /\n`);
  });

  it.each([
    'Content-Signal: search=no\n\nUser-agent: *\nAllow: /\n',
    'User-agent: *\nAllow: /\n\nUser-agent: gptbot\nUser-agent: *\nContent-Signal: search=no\nDisallow: /x\n',
  ])('repeat the signal that the site has for everybody, wherever it stands: %j', (base) => {
    const own = named(base).slice(named(base).indexOf('User-agent: KelpBot'));
    expect(own.match(/^Content-Signal: .*$/gm)).toEqual(['Content-Signal: search=no']);
  });

  it('are those of AI vendors in the profile max-readiness', () => {
    const { named_crawlers } = baseSettings('max-readiness');
    const text = named(undefined, named_crawlers);
    for (const name of ['GPTBot', 'ClaudeBot', 'PerplexityBot', 'Google-Extended', 'CCBot'])
      expect(text).toContain(`User-agent: ${name}\n${SIGNAL}\n`);
    expect(named(undefined, baseSettings('default').named_crawlers)).not.toContain('GPTBot');
  });
});
