import { describe, expect, it } from 'vitest';
import { defaultSettings } from '../../../../src/config/settings.js';
import type { ReadinessRow } from '../../../../src/quality/readiness/check.js';
import { readinessChecks } from '../../../../src/quality/readiness/checks/table.js';
import type { ReadinessFacts, SelfCheck } from '../../../../src/quality/readiness/facts.js';
import { readinessReport, readinessRow } from '../../../../src/quality/readiness/readiness-report.js';
import { goodFacts, goodSettings } from '../../../support/quality/readiness/site-facts.js';

/** The order of the reference, section 1.3, then ours. */
const ORDER = [
  ...['public', 'permalinks', 'llms', 'llms_words', 'llms_full', 'llms_full_size', 'post_types', 'topics'],
  ...['about', 'expertise', 'same_as', 'entity_image', 'entity_role', 'security_txt', 'schema', 'head_dupes'],
  ...['seo_coverage', 'robots', 'ai_usage', 'sitemap', 'robots_sitemap'],
  ...['host_limits', 'output_settings', 'unpushed_content', 'registry_notices', 'privacy_note'],
];

function row(id: string, facts: ReadinessFacts): ReadinessRow | undefined {
  const check = readinessChecks.find((one) => one.id === id);
  if (check === undefined) throw new Error(`no check ${id}`);
  return readinessRow(check, facts);
}

function selfCheck(change: Partial<SelfCheck>): SelfCheck {
  return { checkedAt: 1, error: '', llms: null, head: null, ...change };
}

const identity = goodSettings().identity;
const content = goodFacts().content;
const robotsText = 'User-agent: *\nDisallow:\n';

/** One row for every way in which a check does not pass: facts, status, and where its action leads. */
const CASES: readonly (readonly [
  id: string,
  why: string,
  change: Partial<ReadinessFacts>,
  status: 'warn' | 'fail',
  action: string,
])[] = [
  [
    'public',
    'closed',
    { site: { ...goodFacts().site, public: false } },
    'fail',
    'https://orchard.example/robots.txt',
  ],
  [
    'permalinks',
    'queries',
    { content: { ...content, queries: { count: 2, example: '/?p=7' } } },
    'warn',
    'https://orchard.example/?p=7',
  ],
  ['permalinks', 'nothing public', { content: { ...content, entries: 0 } }, 'warn', ''],
  ['llms', 'off', { settings: goodSettings({ enable_llms_txt: false }) }, 'warn', 'ar-feat-enable_llms_txt'],
  ['llms', 'a file', { llms: { owner: 'file', words: 0 } }, 'warn', 'https://orchard.example/llms.txt'],
  [
    'llms',
    'an error of the host',
    { selfCheck: selfCheck({ llms: { http: 503, ours: false, firstLine: '' } }) },
    'fail',
    'https://orchard.example/llms.txt',
  ],
  [
    'llms',
    'something else',
    { selfCheck: selfCheck({ llms: { http: 200, ours: false, firstLine: '<!doctype html>' } }) },
    'fail',
    'https://orchard.example/llms.txt',
  ],
  [
    'llms_words',
    'thin, no profile',
    {
      llms: { owner: 'ours', words: 199 },
      settings: goodSettings({ identity: { ...identity, about: ' ' } }),
    },
    'warn',
    'ar-about',
  ],
  ['llms_words', 'thin', { llms: { owner: 'ours', words: 199 } }, 'warn', ''],
  [
    'llms_full',
    'off',
    { settings: goodSettings({ enable_llms_full: false }) },
    'warn',
    'ar-feat-enable_llms_full',
  ],
  [
    'llms_full_size',
    'cut',
    { llmsFull: { owner: 'ours', text: { entries: 9, bytes: 921_000, isCut: true } } },
    'warn',
    'ar-full-count',
  ],
  [
    'llms_full_size',
    'empty',
    { llmsFull: { owner: 'ours', text: { entries: 0, bytes: 300, isCut: false } } },
    'warn',
    'ar-full-count',
  ],
  [
    'post_types',
    'an empty type',
    {
      content: {
        ...content,
        types: [...content.types, { slug: 'event', label: 'Event', plural: 'Events', entries: 0 }],
      },
    },
    'warn',
    'ar-sec-content',
  ],
  ['post_types', 'no type', { content: { ...content, types: [] } }, 'warn', 'ar-sec-content'],
  ['topics', 'off', { settings: goodSettings({ enable_topics: false }) }, 'warn', 'ar-feat-enable_topics'],
  [
    'topics',
    'few of their own',
    { settings: goodSettings({ topics_derive_default: false }), content: { ...content, withTopics: 7 } },
    'warn',
    'ar-sec-topics',
  ],
  [
    'topics',
    'nothing to derive from',
    { content: { ...content, hasTerms: false, withTopics: 0 } },
    'warn',
    'ar-sec-topics',
  ],
  ['topics', 'nothing public', { content: { ...content, entries: 0 } }, 'warn', 'ar-sec-topics'],
  [
    'about',
    'blank',
    { settings: goodSettings({ identity: { ...identity, about: ' \n' } }) },
    'fail',
    'ar-about',
  ],
  [
    'expertise',
    'none',
    { settings: goodSettings({ identity: { ...identity, expertise: ['', ' '] } }) },
    'warn',
    'ar-id-expertise',
  ],
  [
    'same_as',
    'none',
    { settings: goodSettings({ identity: { ...identity, same_as: [] } }) },
    'warn',
    'ar-id-sameas',
  ],
  [
    'entity_image',
    'none',
    { schema: { otherProducer: undefined, image: '', imageExists: true } },
    'warn',
    '',
  ],
  [
    'entity_image',
    'not there',
    { schema: { otherProducer: undefined, image: 'https://orchard.example/x.png', imageExists: false } },
    'warn',
    '',
  ],
  [
    'entity_role',
    'a person without',
    { settings: goodSettings({ identity: { ...identity, role: '' } }) },
    'warn',
    'ar-role',
  ],
  [
    'security_txt',
    'off',
    { settings: goodSettings({ enable_security_txt: false }), securityTxt: { owner: 'none', contacts: 1 } },
    'warn',
    'ar-feat-enable_security_txt',
  ],
  ['security_txt', 'no contact', { securityTxt: { owner: 'none', contacts: 0 } }, 'warn', 'ar-sec-security'],
  ['security_txt', 'kept back', { securityTxt: { owner: 'none', contacts: 1 } }, 'warn', 'ar-sec-security'],
  ['schema', 'off', { settings: goodSettings({ enable_schema: false }) }, 'warn', 'ar-feat-enable_schema'],
  ['schema', 'no pages', { html: 'none' }, 'warn', ''],
  [
    'head_dupes',
    'descriptions',
    { selfCheck: selfCheck({ head: { descriptions: 2, ogTitles: 1, others: ['Hugo 1'] } }) },
    'warn',
    'https://orchard.example/',
  ],
  [
    'head_dupes',
    'titles',
    { selfCheck: selfCheck({ head: { descriptions: 0, ogTitles: 3, others: [] } }) },
    'warn',
    'https://orchard.example/',
  ],
  ...(['enable_seo_titles', 'enable_social_cards', 'enable_canonicals'] as const).map(
    (name) =>
      [
        'seo_coverage',
        name,
        { settings: goodSettings({ [name]: false }) },
        'warn',
        'ar-sec-search-basics',
      ] as const,
  ),
  ['seo_coverage', 'no pages', { html: 'none' }, 'warn', ''],
  [
    'robots',
    'an own file that closes the site',
    { robots: { text: 'User-agent: *\nDisallow: /\n', isOwnFile: true } },
    'warn',
    'https://orchard.example/robots.txt',
  ],
  [
    'robots',
    'an own file as it is',
    { robots: { text: robotsText, isOwnFile: true }, settings: goodSettings({ enable_robots: false }) },
    'warn',
    'https://orchard.example/robots.txt',
  ],
  [
    'ai_usage',
    'only advised',
    { settings: goodSettings({ enable_ai_header: false, enable_tdmrep: false }) },
    'warn',
    'ar-feat-enable_ai_header',
  ],
  ['sitemap', 'none', { sitemap: undefined }, 'warn', 'ar-feat-enable_sitemap'],
  [
    'robots_sitemap',
    'closed',
    { robots: { text: robotsText, isOwnFile: false }, site: { ...goodFacts().site, public: false } },
    'warn',
    'https://orchard.example/robots.txt',
  ],
  [
    'robots_sitemap',
    'no sitemap',
    { robots: { text: robotsText, isOwnFile: false }, sitemap: undefined },
    'warn',
    'ar-feat-enable_sitemap',
  ],
  [
    'robots_sitemap',
    'an own file',
    { robots: { text: robotsText, isOwnFile: true } },
    'warn',
    'https://orchard.example/robots.txt',
  ],
  [
    'robots_sitemap',
    'additions off',
    { robots: { text: robotsText, isOwnFile: false }, settings: goodSettings({ enable_robots: false }) },
    'warn',
    'ar-feat-enable_robots',
  ],
  [
    'host_limits',
    'a limit',
    { limits: [{ host: 'github-pages', what: 'negotiation', fix: 'Use another host.' }] },
    'warn',
    '',
  ],
  ['output_settings', 'stale', { isOutputStale: true }, 'warn', ''],
  ['unpushed_content', 'one', { unpushed: 1 }, 'warn', ''],
  [
    'registry_notices',
    'an error',
    { notices: [{ level: 'error', code: 'resource_id', message: 'm', fix: 'f', origin: 'config' }] },
    'warn',
    '',
  ],
  [
    'privacy_note',
    'no policy',
    { site: { ...goodFacts().site, privacyPolicyUrl: '' } },
    'warn',
    'ar-feat-store_flagged_ips',
  ],
];

describe('the readiness checks', () => {
  it('are in the order of the report, each once', () => {
    expect(readinessChecks.map(({ id }) => id)).toEqual(ORDER);
  });

  it('[2.2-readiness-fix-empty] all pass on a site that has everything, with nothing to fix', async () => {
    const { rows } = await readinessReport(goodFacts());
    expect(rows.map(({ id }) => id)).toEqual(ORDER);
    for (const one of rows) expect(one).toMatchObject({ status: 'pass', fix: '' });
    for (const { detail } of rows) expect(detail).not.toBe('');
  });

  it.each(CASES)('%s: %s', (id, _, change, status, action) => {
    const found = row(id, goodFacts(change));
    expect(found).toMatchObject({ id, status });
    expect(found?.fix).not.toBe('');
    expect(Object.keys(found ?? {})).toEqual(['id', 'label', 'status', 'detail', 'fix', 'action']);
    const target = found?.action ?? undefined;
    expect(target === undefined ? '' : 'href' in target ? target.href : target.anchor).toBe(action);
  });

  it('that never pass or never warn do not exist', () => {
    const warned = new Set(CASES.map(([id]) => id));
    expect(ORDER.filter((id) => !warned.has(id))).toEqual([]);
  });

  it('fail only where agents cannot come, or do not learn who is behind the site', () => {
    const failing = new Set(CASES.filter(([, , , status]) => status === 'fail').map(([id]) => id));
    expect([...failing]).toEqual(['public', 'llms', 'about']);
  });

  it('pass on nothing but what does not apply when there is no content and nothing is filled in', async () => {
    const { rows } = await readinessReport(
      goodFacts({
        settings: defaultSettings(),
        content: {
          types: [{ slug: 'post', label: 'Post', plural: 'Posts', entries: 0 }],
          entries: 0,
          queries: { count: 0, example: '' },
          withTopics: 0,
          hasTerms: false,
        },
        llms: { owner: 'ours', words: 40 },
        llmsFull: { owner: 'ours', text: { entries: 0, bytes: 200, isCut: false } },
        securityTxt: { owner: 'none', contacts: 0 },
        schema: { otherProducer: undefined, image: '', imageExists: true },
        html: 'none',
        selfCheck: undefined,
        hosts: [],
      }),
    );
    const passed = rows.filter(({ status }) => status === 'pass').map(({ id }) => id);
    expect(passed).toEqual([
      'public',
      'llms',
      'llms_full',
      'robots',
      'ai_usage',
      'sitemap',
      'robots_sitemap',
      'output_settings',
      'unpushed_content',
      'registry_notices',
    ]);
  });
});

describe('rows that do not apply are left out', () => {
  it.each([
    ['llms_words', { settings: goodSettings({ enable_llms_txt: false }) }],
    ['llms_words', { llms: { owner: 'file', words: 3 } }],
    ['llms_full_size', { settings: goodSettings({ enable_llms_full: false }) }],
    ['entity_image', { settings: goodSettings({ enable_schema: false }) }],
    ['head_dupes', { selfCheck: undefined }],
    ['head_dupes', { selfCheck: selfCheck({}) }],
    ['robots', { robots: { text: undefined, isOwnFile: false } }],
    ['robots_sitemap', { robots: { text: undefined, isOwnFile: false } }],
    [
      'topics',
      {
        settings: goodSettings({ topics_derive_default: false }),
        content: { ...content, withTopics: undefined },
      },
    ],
    ['host_limits', { hosts: [] }],
    ['output_settings', { isOutputStale: undefined }],
    ['unpushed_content', { unpushed: undefined }],
    ['privacy_note', { settings: goodSettings({ store_flagged_ips: false }) }],
  ] as const)('%s', (id, change) => {
    expect(row(id, goodFacts(change))).toBeUndefined();
  });
});

describe('the order of causes', () => {
  it('of llms.txt is the switch, the file, the answer, the text', () => {
    const http = selfCheck({ llms: { http: 404, ours: false, firstLine: 'x' } });
    const all = {
      settings: goodSettings({ enable_llms_txt: false }),
      llms: { owner: 'file', words: 0 } as const,
      selfCheck: http,
    };
    expect(row('llms', goodFacts(all))?.detail).toMatch(/switched off/);
    expect(row('llms', goodFacts({ llms: all.llms, selfCheck: http }))?.detail).toMatch(/file of the site/);
    expect(row('llms', goodFacts({ selfCheck: http }))?.detail).toMatch(/HTTP 404/);
  });

  it('never makes a missing or failed look at the site a failure', () => {
    expect(row('llms', goodFacts({ selfCheck: undefined }))?.status).toBe('pass');
    expect(row('llms', goodFacts({ selfCheck: selfCheck({ error: 'timeout' }) }))?.status).toBe('pass');
  });
});

describe('another producer', () => {
  it.each(['schema', 'entity_image'])('of structured data lets %s pass', (id) => {
    const schema = { otherProducer: 'Meadow SEO', image: '', imageExists: true };
    expect(row(id, goodFacts({ schema, html: 'none' }))).toMatchObject({ status: 'pass' });
    expect(row(id, goodFacts({ schema }))?.detail).toContain('Meadow SEO');
  });

  it('of titles lets seo_coverage pass', () => {
    const settings = goodSettings({ enable_seo_titles: false });
    expect(row('seo_coverage', goodFacts({ settings, seoProducer: 'Meadow SEO' }))?.status).toBe('pass');
  });

  it.each([
    ['file', 'llms'],
    ['other', 'security_txt'],
  ] as const)('of a document, a %s, is told', (owner, id) => {
    const change =
      id === 'llms'
        ? { llms: { owner: 'other', words: 0 } as const }
        : { securityTxt: { owner, contacts: 0 } };
    expect(row(id, goodFacts(change))?.status).toBe('pass');
  });
});

it('calls nobody a person of whom the profile says nothing', () => {
  const nobody = { ...identity, name: '', role: '' };
  const found = row('entity_role', goodFacts({ settings: goodSettings({ identity: nobody }) }));
  expect(found?.detail).toBe("The profile doesn't say who is behind the site.");
});
