import { describe, expect, it } from 'vitest';
import {
  type HeadersManifest,
  headersManifest,
  manifestText,
} from '../../../../src/deploy/manifests/neutral.js';
import type { DocumentContext } from '../../../../src/documents/document-row.js';
import { fileOf, instancesOf } from '../../../../src/documents/instances.js';
import { publicHalf } from '../../../../src/documents/signing/key.js';
import { renewSignature } from '../../../../src/documents/signing/renew.js';
import { DIRECTORY_ID, type SignedFile } from '../../../../src/documents/signing/sign.js';
import { schemaErrors } from '../../../../src/quality/validate/ajv.js';
import { NOTHING_PUBLISHED } from '../../../../src/site/registry/registry.js';
import { type ContextOptions, filesOf, NOW, testContext } from '../../../support/documents/context.js';
import { testKey } from '../../../support/documents/signing/test-key.js';

const key = await testKey();
const signing = { keys: [publicHalf(key)], signedIds: new Set(['discovery', 'agent-card', 'mcp']) };

/** The signed documents of a context, as a build hands them over. */
function signedFiles(ctx: DocumentContext): readonly SignedFile[] {
  const ids = ctx.signing === undefined ? [] : [...ctx.signing.signedIds, DIRECTORY_ID];
  return ids.flatMap((id) =>
    Object.entries(filesOf(id, ctx)).map(([file, text]) => {
      const path = `/${file}`;
      const document = {
        bytes: Buffer.from(text),
        url: ctx.site.baseUrl + path,
        key,
        created: NOW,
        maxAgeDays: 90,
      };
      return {
        documentId: id,
        path,
        file,
        bytes: document.bytes.length,
        ...renewSignature(undefined, document),
      };
    }),
  );
}

function build(options: ContextOptions = {}) {
  const ctx = testContext({
    signing,
    entries: [
      { id: 1, slug: 'oolong' },
      { id: 2, type: 'page', slug: 'about', path: '/caf%C3%A9/about/' },
    ],
    ...options,
  });
  const signed = signedFiles(ctx);
  const manifest = headersManifest(ctx, { signed });
  expect(schemaErrors('headers.schema.json', JSON.parse(manifestText(manifest)))).toEqual([]);
  return { ctx, manifest };
}

/** The rule for an address, as a web server would find it, with the file that it leads to. */
function answer({ rules }: HeadersManifest, path: string) {
  for (const rule of rules) {
    if (rule.path === path) return rule;
    if (rule.pattern === undefined) continue;
    const names: string[] = [];
    const source = rule.pattern.replace(
      /\{(\+?)(\w+)\}|[.*+?^$()|[\]\\]/g,
      (all, many: string, name?: string) => {
        if (name === undefined) return `\\${all}`;
        names.push(name);
        return many === '+' ? '(.+)' : '([^/]+)';
      },
    );
    const match = new RegExp(`^${source}$`).exec(path);
    if (match === null) continue;
    const file = rule.file.replace(/\{\+?(\w+)\}/g, (_all, name: string) =>
      decodeURIComponent(match[names.indexOf(name) + 1] ?? ''),
    );
    return { ...rule, file };
  }
  return undefined;
}

describe('the rules', () => {
  it.each<[string, ContextOptions]>([
    ['a plain site', {}],
    ['a site with a sidecar', { sidecar: true, sidecarBase: 'https://tea.example' }],
    ['a site in a folder', { site: { baseUrl: 'https://tea.example/shop' } }],
    ['another prefix', { restPrefix: 'data/v2' }],
    ['languages', { languages: ['de'] }],
    ['our sitemap at the root', { settings: { enable_root_sitemap: true } }],
  ])('lead from every address to its file, with the headers of its row: %s', (_name, options) => {
    const { ctx, manifest } = build(options);
    let seen = 0;
    for (const row of ctx.table.filter(({ id }) => ctx.served(id))) {
      for (const instance of instancesOf(row, ctx)) {
        const rule = answer(manifest, instance.path);
        expect([row.id, instance.path, rule?.surface, rule?.file]).toEqual([
          row.id,
          instance.path,
          row.id,
          fileOf(instance),
        ]);
        expect(rule?.contentType.startsWith(row.contentType)).toBe(true);
        seen += 1;
      }
    }
    expect(seen).toBeGreaterThan(12);
  });

  it('leave out what is not served', () => {
    const { manifest } = build({
      settings: { enable_llms_txt: false, enable_markdown: false },
      signing: undefined,
    });
    const ids = new Set(manifest.rules.map(({ surface }) => surface));
    expect(ids).not.toContain('llms');
    expect(ids).not.toContain('markdown');
    expect(ids).not.toContain('signatures-directory');
    expect([manifest.signed, manifest.pages.negotiation, manifest.pages.alternate]).toEqual([[], null, null]);
  });

  it('give the type to addresses without an ending, and their headers', () => {
    const { manifest } = build();
    expect(answer(manifest, '/.well-known/http-message-signatures-directory')).toEqual({
      surface: 'signatures-directory',
      path: '/.well-known/http-message-signatures-directory',
      file: '.well-known/http-message-signatures-directory',
      status: 200,
      contentType: 'application/json; charset=UTF-8',
      headers: {
        'X-Content-Type-Options': 'nosniff',
        'Access-Control-Allow-Origin': '*',
        'Cache-Control': 'public, max-age=3600, no-transform',
        Vary: 'Accept',
      },
      preflight: true,
      compress: false,
    });
  });

  it('switch compression off for what is signed, and only for that', () => {
    const { manifest } = build();
    const plain = manifest.rules.filter(({ compress }) => !compress).map(({ path }) => path);
    expect(plain).toEqual(manifest.signed.map(({ path }) => path).sort());
    expect(plain).toContain('/.well-known/agent.json');
  });

  it('reserve use for training on feeds of changes and sitemaps, not on what is written for agents', () => {
    const { manifest } = build({ settings: { content_signal: { ai_train: false }, tdm_policy_url: '/ai' } });
    const reserved = (path: string) => answer(manifest, path)?.headers['tdm-reservation'];
    expect(['/svc-changes.json', '/svc-sitemap.xml'].map(reserved)).toEqual(['1', '1']);
    const free = [
      '/llms.txt',
      '/llms-full.txt',
      '/robots.txt',
      '/oolong.md',
      '/feed.xml',
      '/.well-known/mcp.json',
    ];
    expect([...free, '/api/'].map(reserved)).toEqual([...free, '/api/'].map(() => undefined));
    expect(manifest.pages.headers).toEqual({
      'X-Content-Type-Options': 'nosniff',
      Vary: 'Accept',
      'tdm-reservation': '1',
      'tdm-policy': 'https://tea.example/ai',
    });
  });

  it('say nothing about training where it is allowed', () => {
    const { manifest } = build({ settings: { content_signal: { ai_train: true } } });
    expect(manifestText(manifest)).not.toContain('tdm-reservation');
    expect(manifest.pages.headers).toEqual({ 'X-Content-Type-Options': 'nosniff', Vary: 'Accept' });
  });

  it('keep shared caches out when told to', () => {
    const { manifest } = build({ settings: { bypass_shared_cache: true } });
    const signed = new Set(manifest.signed.map(({ path }) => path));
    for (const { path, headers } of manifest.rules) {
      const whole = signed.has(path ?? '') ? ', no-transform' : '';
      expect(headers['Cache-Control'], path).toBe(`no-store, max-age=0${whole}`);
    }
  });
});

describe('documents of others', () => {
  const claim = { contentType: 'text/plain', origin: 'plugin' };
  const published = {
    resources: [],
    tools: [],
    skills: [],
    servers: [],
    hidden: NOTHING_PUBLISHED.hidden,
    claims: [
      { ...claim, name: 'moved', source: { kind: 'redirect' as const, to: '/elsewhere' } },
      { ...claim, name: 'away', source: { kind: 'redirect' as const, to: 'https://other.example/x' } },
      { ...claim, name: 'tea.txt', source: { kind: 'callback' as const, body: () => 'x' } },
      { ...claim, name: 'mcp.json', source: { kind: 'callback' as const, body: () => 'x' } },
      { ...claim, name: 'real.txt', source: { kind: 'redirect' as const, to: '/x' } },
    ],
  };
  const files = {
    has: (path: string) => path === '/.well-known/real.txt' || path === '/.well-known/a b.json',
    wellKnown: ['a b.json', 'real.txt'],
  };
  const { manifest } = build({ published, files });

  it('are redirected, or have a rule, unless a file or a document of ours stands there', () => {
    expect(manifest.redirects).toEqual([
      {
        from: '/.well-known/moved',
        to: 'https://tea.example/elsewhere',
        status: 302,
        headers: { 'Access-Control-Allow-Origin': '*' },
      },
      {
        from: '/.well-known/away',
        to: 'https://other.example/x',
        status: 302,
        headers: { 'Access-Control-Allow-Origin': '*' },
      },
    ]);
    const others = manifest.rules.filter(({ surface }) => ['file', 'provider'].includes(surface));
    expect(others.map(({ pattern }) => pattern).slice(3)).toEqual([
      '/.well-known/{+path}.json',
      '/.well-known/{+path}',
    ]);
    expect(
      others
        .slice(0, 3)
        .map(({ path, file, contentType, preflight }) => [path, file, contentType, preflight]),
    ).toEqual([
      ['/.well-known/a%20b.json', '.well-known/a b.json', 'application/json; charset=UTF-8', false],
      ['/.well-known/real.txt', '.well-known/real.txt', 'text/plain; charset=UTF-8', false],
      ['/.well-known/tea.txt', '.well-known/tea.txt', 'text/plain; charset=UTF-8', false],
    ]);
    expect(answer(manifest, '/.well-known/mcp.json')?.surface).toBe('mcp');
  });

  it('answer preflights once they are routed, and ours no longer when they are not', () => {
    const routed = new Set(['tea.txt', 'discovery.json']);
    const { manifest } = build({ published, files, asked: { ...testContext().asked, routed } });
    const open = manifest.rules.filter(({ preflight }) => preflight).flatMap(({ path }) => path ?? []);
    // The root of the read API is open to browsers whatever is routed.
    expect(open.filter((path) => !path.slice('/.well-known/'.length).includes('/'))).toEqual([
      '/.well-known/discovery.json',
      '/.well-known/tea.txt',
      '/api/',
    ]);
  });
});

describe('the rest of the manifest', () => {
  it('has the answer to preflights, which security.txt does not give', () => {
    const { manifest } = build({
      settings: { enable_security_txt: true, security: { contacts: ['mailto:leaf@tea.example'] } },
    });
    expect(manifest.preflight.status).toBe(204);
    expect(manifest.preflight.headers).toMatchObject({
      'Access-Control-Allow-Origin': '*',
      'Content-Length': '0',
    });
    expect(answer(manifest, '/.well-known/security.txt')?.preflight).toBe(false);
    expect(answer(manifest, '/.well-known/discovery.json')?.preflight).toBe(true);
    expect(answer(manifest, '/llms.txt')?.preflight).toBe(false);
  });

  it('names the documents that are not there, unless the site has a file of that name', () => {
    const settings = { enable_llms_txt: false };
    const missing = (options: ContextOptions) => build({ settings, ...options }).manifest.notFound.documents;
    expect(build().manifest.notFound.documents).not.toContain('/llms.txt');
    expect(missing({})).toContain('/llms.txt');
    const files = { has: (path: string) => path === '/llms.txt', wellKnown: [] };
    expect(missing({ files })).toEqual(missing({}).filter((path) => path !== '/llms.txt'));
    expect(missing({ cede: ['llms_txt'] })).not.toContain('/llms.txt');
  });

  it('says how Markdown is chosen, which search engines may see at the page', () => {
    const { manifest } = build();
    expect(manifest.pages.negotiation).toMatchObject({ front: 'index.md', page: '{+path}.md' });
    expect(manifest.pages.negotiation?.headers).not.toHaveProperty('X-Robots-Tag');
    expect(answer(manifest, '/oolong.md')?.headers).toHaveProperty('X-Robots-Tag', 'noindex');
    expect(manifest.pages.alternate).toBe(
      '<https://tea.example/{+path}.md>; rel="alternate"; type="text/markdown"',
    );
    expect(manifest.pages.links).toContain(
      '<https://tea.example/.well-known/discovery.json>; rel="discovery"; type="application/json"',
    );
  });

  it('knows a site in a folder, whose addresses are relative to it', () => {
    const { manifest } = build({ site: { baseUrl: 'https://tea.example/shop' } });
    expect([manifest.baseUrl, manifest.basePath]).toEqual(['https://tea.example/shop', '/shop']);
    expect(manifest.signed[0]?.path).toBe('/.well-known/discovery.json');
    expect(manifest.pages.alternate).toContain('https://tea.example/shop/{+path}.md');
  });

  it('names what a sidecar answers', () => {
    expect(build().manifest.sidecar).toEqual([]);
    expect(build({ sidecar: true }).manifest.sidecar).toEqual(['/api/{+path}', '/svc/{+path}']);
  });

  it('is the same for the same site', () => {
    expect(manifestText(build().manifest)).toBe(manifestText(build().manifest));
  });
});
