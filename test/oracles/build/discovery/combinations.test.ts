import { beforeAll, describe, expect, it } from 'vitest';
import { type Built, buildSite, type SiteOptions } from '../../../support/build/discovery/built.js';
import { type Combination, pairwise } from '../../../support/build/discovery/pairs.js';
import { validateIn } from '../../../support/quality/validate/site.js';

const FLAGS = [false, true] as const;

/** Everything that decides whether a document is there, or by whom. */
const FACTORS = {
  enable_llms_txt: FLAGS,
  enable_llms_full: FLAGS,
  enable_markdown: FLAGS,
  enable_changes: FLAGS,
  enable_sitemap: FLAGS,
  enable_root_sitemap: FLAGS,
  enable_sitemap_md: FLAGS,
  enable_mcp_server: FLAGS,
  enable_root_oauth_metadata: FLAGS,
  enable_tdmrep: FLAGS,
  enable_security_txt: FLAGS,
  enable_signing: FLAGS,
  enable_agent_skills: FLAGS,
  enable_auth_md: FLAGS,
  enable_ai_catalog: FLAGS,
  ai_train: FLAGS,
  contact: FLAGS,
  oauth_auth_server: ['', 'https://login.example'],
  restApi: ['static', 'off', 'external'],
  sidecar: [false, true, 'https://agents.example'],
  servers: ['none', 'with tools', 'without tools'],
  shop: FLAGS,
  providers: ['none', 'others', 'oauth and security'],
  real: ['none', 'names of ours', 'names in the way'],
  base: ['https://tea.example', 'https://tea.example/blog', 'https://tea.example:8443/a/b'],
} as const;

type Case = Combination<typeof FACTORS>;

const SERVER = { id: 'cellar', name: 'Cellar', version: '1.0.0', endpoint: 'https://cellar.example/mcp' };
const SHOP = {
  id: 'tea-shop',
  title: 'Tea shop',
  type: 'commerce',
  capabilities: ['commerce.products.search'],
  endpoints: [{ url: '/shop/api', type: 'rest', auth: 'none' }],
  tools: [{ name: 'find_tea', description: 'Finds a tea.' }],
  agent: {
    name: 'Clerk',
    skills: [{ id: 'find_tea', description: 'Finds a tea.' }],
    endpoint: '/shop/agent',
  },
};
const PROVIDERS: Readonly<Record<Case['providers'], string>> = {
  none: '',
  others: `
    svc.wellKnown({ name: 'change-password', redirect: '/account/' });
    svc.wellKnown({ name: 'gpc.json', contentType: 'application/json', callback: () => ({ gpc: true }) });
    svc.wellKnown({ name: 'hours.txt', file: 'hours.txt' });`,
  'oauth and security': `
    const json = { contentType: 'application/json', callback: () => ({ resource: 'https://tea.example/' }) };
    svc.wellKnown({ name: 'oauth-protected-resource', ...json });
    svc.wellKnown({ name: 'agent-skills', callback: () => 'Ask the clerk.' });
    svc.wellKnown({
      name: 'security.txt',
      callback: () => 'Contact: mailto:late@tea.example\\nExpires: 2027-01-01T00:00:00Z\\n',
    });`,
};
const REAL: Readonly<Record<Case['real'], Readonly<Record<string, string>>>> = {
  none: {},
  'names of ours': {
    'public/humans.txt': 'Mia\n',
    'public/.well-known/security.txt': 'Contact: mailto:own@tea.example\nExpires: 2027-01-01T00:00:00Z\n',
    'public/.well-known/tdmrep.json': '[{"location":"/","tdm-reservation":1}]\n',
    'public/.well-known/acme-challenge/x1': 'proof\n',
    'public/.well-known/assetlinks.json': '[]\n',
  },
  'names in the way': {
    'public/.well-known/oauth-protected-resource': '{"resource":"https://tea.example/"}\n',
    'public/.well-known/agent-skills': 'Ask the clerk.\n',
    'public/.well-known/mcp': 'Ask the clerk.\n',
    'public/.well-known/api-catalog/about.txt': 'What a catalog is.\n',
  },
};

function siteOf(one: Case): SiteOptions {
  const { ai_train, contact, restApi, sidecar, servers, shop, providers, real, base, ...settings } = one;
  const external = { external: { base: 'https://cms.example/wp-json/wp/v2', idParam: 'id' } };
  const tools = [{ name: 'list_casks', description: 'Lists the casks.' }];
  return {
    config: {
      site: { url: base, name: 'The Kettle Room', description: 'Leaves and water.' },
      restApi: restApi === 'external' ? external : restApi,
      sidecar,
      mcpServers: servers === 'none' ? [] : [{ ...SERVER, ...(servers === 'with tools' && { tools }) }],
      resources: shop ? [SHOP] : [],
    },
    settings: {
      ...settings,
      content_signal: { ai_train },
      security: { contacts: contact ? ['mailto:mia@tea.example'] : [] },
    },
    files: { ...REAL[real], 'hours.txt': 'When the flag is up.\n' },
    plugin: PROVIDERS[providers],
  };
}

/** Who has to answer at a name below `/.well-known/`, by spec section 4.2; undefined where nobody may. */
function expectedSources(one: Case): Readonly<Record<string, string | undefined>> {
  const { sidecar, servers, shop, real, providers } = one;
  const own = one.enable_mcp_server && sidecar !== false;
  const here = one.enable_mcp_server && sidecar === true;
  const hasServer = own || servers !== 'none';
  const made = (isOn: boolean) => (isOn ? 'generated' : undefined);
  const isReal = (name: string) => (`public/.well-known/${name}` in REAL[real] ? 'file' : undefined);
  const isClaimed = (name: string) => (PROVIDERS[providers].includes(`'${name}'`) ? 'managed' : undefined);
  const flat = one.oauth_auth_server !== '';
  const root = one.enable_root_oauth_metadata && here && !flat;
  const prm = 'oauth-protected-resource';
  return {
    ...Object.fromEntries(
      ['discovery.json', 'agent-card.json', 'agent.json', 'mcp.json', 'openapi.json', 'api-catalog'].map(
        (name) => [name, 'generated'],
      ),
    ),
    'mcp/server-card.json': made(hasServer),
    'mcp/cellar/server-card.json': made(servers === 'with tools'),
    'agent-skills/index.json': made(shop && one.enable_agent_skills),
    'agent-skills/find-tea/SKILL.md': made(shop && one.enable_agent_skills),
    [prm]: isReal(prm) ?? made(flat) ?? isClaimed(prm) ?? made(root),
    [`${prm}/svc/mcp`]: made(here),
    [`${prm}/api/svc/v1/mcp`]: made(here),
    'oauth-authorization-server/svc/mcp': made(here),
    'oauth-authorization-server': made(root),
    'tdmrep.json': isReal('tdmrep.json') ?? made(one.enable_tdmrep && !one.ai_train),
    'http-message-signatures-directory': made(one.enable_signing),
    'security.txt':
      isReal('security.txt') ?? isClaimed('security.txt') ?? made(one.enable_security_txt && one.contact),
    'ard.json': made(one.enable_ai_catalog),
    'ai-catalog.json': made(one.enable_ai_catalog),
    'change-password': isClaimed('change-password'),
    'gpc.json': isClaimed('gpc.json'),
    'hours.txt': isClaimed('hours.txt'),
    'agent-skills': isReal('agent-skills') ?? isClaimed('agent-skills'),
    mcp: isReal('mcp'),
    'assetlinks.json': isReal('assetlinks.json'),
    'api-catalog/about.txt': isReal('api-catalog/about.txt'),
    'acme-challenge/x1': undefined,
  };
}

/** Names of `documents`, by spec section 2.1.3. */
function expectedDocuments(one: Case): readonly string[] {
  const sources = expectedSources(one);
  return [
    'sitemap',
    'robots',
    'feed',
    'openapi',
    ...(one.enable_auth_md ? ['auth'] : []),
    ...(one.enable_llms_txt ? ['llms'] : []),
    ...(one.enable_llms_full ? ['llms_full'] : []),
    ...(one.enable_changes ? ['changes'] : []),
    ...(one.real === 'names of ours' ? ['humans'] : []),
    ...(sources['security.txt'] === undefined ? [] : ['security']),
  ];
}

const combinations = pairwise(FACTORS);

describe.each(combinations.map((one, at) => ({ name: `combination ${at + 1}`, one })))('$name', ({ one }) => {
  let site: Built;

  beforeAll(async () => {
    site = await buildSite(siteOf(one));
  });

  it('notes nothing wrong, and validates', async () => {
    expect(site.notices).toEqual([]);
    expect((await validateIn(site.cwd)).findings).toEqual([]);
  });

  it('[2.1.4-every-source] lists exactly what is there, with who makes it', () => {
    const listed = new Map(site.discovery.well_known.map(({ name, source }) => [name, source]));
    const redirects = new Set(site.headers.redirects.map(({ from }) => from.slice('/.well-known/'.length)));
    const stored = new Map(site.headers.rules.map(({ path, file }) => [file, path]));
    const answering = site.files
      .filter((file) => file.startsWith('.well-known/'))
      .map((file) => (stored.get(file) ?? `/${file}`).slice('/.well-known/'.length))
      .filter((name) => !name.startsWith('acme-challenge/'));
    expect([...listed.keys()].sort()).toEqual([...new Set([...answering, ...redirects])].sort());
    for (const [name, source] of Object.entries(expectedSources(one))) {
      expect([name, listed.get(name)]).toEqual([name, source]);
    }
  });

  it('names exactly the documents that are there', () => {
    const { documents } = site.discovery;
    expect(Object.keys(documents).sort()).toEqual([...expectedDocuments(one)].sort());
    for (const [name, url] of Object.entries(documents)) {
      expect(url.startsWith(`${site.base}/`), url).toBe(true);
      // The one exemption: where no sitemap is built, the address where one would be.
      if (name === 'sitemap' && !one.enable_sitemap) continue;
      const path = url.slice(site.base.length);
      // What the site itself has elsewhere than in `.well-known` is deployed beside the output.
      const isThere = site.fileAt(path) !== undefined || `public${path}` in REAL[one.real];
      expect([name, isThere]).toEqual([name, true]);
    }
  });

  it('[8.1-link-more] links to nothing that is absent', () => {
    const { links, alternate, negotiation } = site.headers.pages;
    const targets = links.map((link) => /^<([^>]*)>/.exec(link)?.[1] ?? '');
    for (const url of targets) {
      expect(url.startsWith(`${site.base}/`), url).toBe(true);
      expect([url, site.fileAt(url.slice(site.base.length))]).not.toEqual([url, undefined]);
    }
    expect(targets.filter((url) => url.endsWith('/.well-known/discovery.json'))).toHaveLength(2);
    expect(targets.some((url) => url.endsWith('/llms.txt'))).toBe(one.enable_llms_txt);
    expect([alternate !== null, negotiation !== null]).toEqual([one.enable_markdown, one.enable_markdown]);
  });

  it('has a rule for every file, and a file for every rule', () => {
    const { rules, signed } = site.headers;
    for (const { path, file } of rules)
      if (path !== undefined) expect([path, site.has(file)]).toEqual([path, true]);
    for (const { path, file } of signed) expect([path, site.has(file)]).toEqual([path, true]);
    expect(signed.length > 0).toBe(one.enable_signing);
    const exact = new Set(rules.flatMap(({ path, file }) => (path === undefined ? [] : [file])));
    const patterns = rules.flatMap(({ pattern, file }) => (pattern === undefined ? [] : [toRegExp(file)]));
    const bare = site.files.filter(
      (file) => !exact.has(file) && !patterns.some((pattern) => pattern.test(file)),
    );
    expect(bare.filter((file) => file !== 'svc-manifest.json.gz')).toEqual([]);
  });

  it('says of MCP what is true', () => {
    const own = one.enable_mcp_server && one.sidecar !== false;
    const mcp = site.json('.well-known/mcp.json');
    expect(mcp['available']).toBe(own || one.servers !== 'none');
    const everything = site.files
      .filter((file) => !file.endsWith('.gz'))
      .map((file) => site.text(file))
      .join('\n');
    if (!own) expect(everything).not.toMatch(/svc\/v1\/mcp|svc\/mcp|svc\/connect|svc\/v1\/oauth/);
  });

  it('[1-signs-when-enabled] says that it is signed where it is', () => {
    expect(site.discovery.trust['signed']).toBe(one.enable_signing);
    expect(site.discovery.trust['jwks_uri'] === undefined).toBe(!one.enable_signing);
  });
});

describe('the combinations', () => {
  it('hold every pair of values', () => {
    const names = Object.keys(FACTORS) as (keyof typeof FACTORS)[];
    for (const [at, a] of names.entries()) {
      for (const b of names.slice(at + 1)) {
        for (const x of FACTORS[a]) {
          for (const y of FACTORS[b]) {
            expect(combinations.some((one) => one[a] === x && one[b] === y) || [a, x, b, y]).toBe(true);
          }
        }
      }
    }
  });
});

function toRegExp(file: string): RegExp {
  const source = file.replace(/\{(\+?)\w+\}|[.*+?^$()|[\]\\]/g, (all, many?: string) =>
    all.startsWith('{') ? (many === '+' ? '.+' : '[^/]+') : `\\${all}`,
  );
  return new RegExp(`^${source}$`);
}
