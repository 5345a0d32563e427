import { describe, expect, it } from 'vitest';
import type { YieldKey } from '../../../../src/config/hooks/yield-key.js';
import { type Built, buildSite, type SiteOptions } from '../../../support/build/discovery/built.js';
import { validateIn } from '../../../support/quality/validate/site.js';

/** Everything on, so that everything that could name a surface is there. */
const FULL: SiteOptions = {
  config: {
    html: 'render',
    sidecar: true,
    profile: 'max-readiness',
    resources: [
      {
        id: 'tea-shop',
        title: 'Tea shop',
        type: 'commerce',
        endpoints: [{ url: '/shop/api', type: 'rest', auth: 'none' }],
        agent: {
          name: 'Clerk',
          skills: [{ id: 'find_tea', description: 'Finds.' }],
          endpoint: '/shop/agent',
        },
      },
    ],
  },
  settings: {
    enable_mcp_server: true,
    enable_security_txt: true,
    security: { contacts: ['mailto:mia@tea.example'] },
  },
};

interface Surrender {
  readonly key: YieldKey;
  /** Files that go. */
  readonly files: RegExp;
  /** What no text says any more. */
  readonly words: RegExp;
}

const SURRENDERS: readonly Surrender[] = [
  { key: 'llms_txt', files: /(?:^|\/)llms\.txt$/, words: /llms\.txt|"llms"/ },
  { key: 'llms_full', files: /^llms-full\.txt$/, words: /llms-full\.txt|"llms_full"/ },
  {
    key: 'markdown',
    files: /^(?!auth\.md|sitemap\.md|\.well-known\/).*\.md$/,
    words:
      /tea\.example\/(?!auth\.md|sitemap\.md|\.well-known\/)[^\s"<>)]*\.md\b|\{\+path\}\.md|"negotiation": \{/,
  },
  { key: 'robots', files: /^robots\.txt$/, words: /robots\.txt|"robots":/ },
  { key: 'changes', files: /^svc-changes\.json$/, words: /svc-changes|"changes":|content\.changes\.read/ },
  { key: 'auth_md', files: /^auth\.md$/, words: /\/auth\.md|"auth": "https/ },
];

/** Every text that is served, and the manifest of headers. */
function texts(site: Built): ReadonlyMap<string, string> {
  const served = site.files.filter((file) => !/\.gz$/.test(file));
  return new Map([
    ...served.map((file) => [file, site.text(file)] as const),
    ['deploy/headers.json', JSON.stringify(site.headers, null, 4)],
  ]);
}

function saying(site: Built, words: RegExp): readonly string[] {
  return [...texts(site)].flatMap(([file, text]) => (words.test(text) ? [file] : []));
}

const yields = (key: YieldKey) =>
  `svc.filter('svc_yield_surface', (before, surface) => before || surface === '${key}');`;

describe('[8.3.6-ceded] a surface that is handed over', async () => {
  const full = await buildSite(FULL);

  it.each(SURRENDERS)('$key is there without a filter', ({ files, words }) => {
    expect(full.files.some((file) => files.test(file))).toBe(true);
    expect(saying(full, words).length).toBeGreaterThan(0);
  });

  it.each(SURRENDERS)('$key is neither served nor named anywhere', async ({ key, files, words }) => {
    const site = await buildSite({ ...FULL, plugin: yields(key) });
    expect(site.notices).toEqual([]);
    expect(site.files.filter((file) => files.test(file))).toEqual([]);
    expect(saying(site, words)).toEqual([]);
    const isLost = (file: string) => !files.test(file) && !site.has(file);
    expect(full.files.filter(isLost)).toEqual([]);
    expect((await validateIn(site.cwd)).findings).toEqual([]);
  });

  it('link_headers leaves the links to the discovery document alone', async () => {
    expect(full.headers.pages.links.length).toBeGreaterThan(3);
    const site = await buildSite({ ...FULL, plugin: yields('link_headers') });
    const link = '<https://tea.example/.well-known/discovery.json>; type="application/json"; rel=';
    expect(site.headers.pages.alternate).toBeNull();
    expect(
      site.headers.pages.links.map((one) => one.replace(/(; rel="[^"]*")(; type="[^"]*")/, '$2$1')),
    ).toEqual([`${link}"service-desc"`, `${link}"discovery"`]);
    expect(site.files).toEqual(full.files);
    expect((await validateIn(site.cwd)).findings).toEqual([]);
  });

  it('all at once leaves the documents that nobody can take', async () => {
    const plugin = "svc.filter('svc_yield_surface', () => true);";
    const site = await buildSite({ ...FULL, plugin });
    for (const { files, words } of SURRENDERS) {
      expect(site.files.filter((file) => files.test(file))).toEqual([]);
      expect(saying(site, words)).toEqual([]);
    }
    expect(Object.keys(site.discovery.documents)).toEqual(['sitemap', 'feed', 'openapi', 'security']);
    expect((await validateIn(site.cwd)).findings).toEqual([]);
  });
});
