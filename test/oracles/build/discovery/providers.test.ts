import { describe, expect, it } from 'vitest';
import { buildSite, siteFiles } from '../../../support/build/discovery/built.js';
import { workspace, writeFiles } from '../../../support/build/workspace.js';
import { runSvc } from '../../../support/cli/run-svc.js';
import { validateIn } from '../../../support/quality/validate/site.js';

const SHOP = `
  svc.wellKnown({ name: 'gpc.json', contentType: 'application/json', callback: async () => ({ gpc: true }) });
  svc.wellKnown({ name: 'traffic-advice', content_type: 'application/trafficadvice+json', callback: () => '[]' });
  svc.wellKnown({ name: 'leaf.bin', contentType: 'application/octet-stream', callback: () => new Uint8Array([0, 255]) });
  svc.wellKnown({ name: 'hours.txt', file: 'notes/hours.txt' });
  svc.wellKnown({ name: 'change-password', redirect: '/account/' });
  svc.wellKnown({ name: 'webfinger', redirect: 'https://social.example/.well-known/webfinger' });`;
const FILES = { 'notes/hours.txt': 'When the flag is up.\n' };

describe('documents of providers', () => {
  it('[2.1.4-source-managed] [4.2.1-provider-third] are written, sent with their type, redirected, and indexed', async () => {
    const site = await buildSite({ plugin: SHOP, files: FILES });
    expect(site.notices).toEqual([]);
    expect(site.json('.well-known/gpc.json')).toEqual({ gpc: true });
    expect(site.text('.well-known/traffic-advice')).toBe('[]');
    expect(site.text('.well-known/hours.txt')).toBe('When the flag is up.\n');
    expect(site.text('.well-known/leaf.bin')).toHaveLength(2);
    expect(site.files.filter((file) => /change-password|webfinger/.test(file))).toEqual([]);
    const shared = { status: 302, headers: { 'Access-Control-Allow-Origin': '*' } };
    expect(site.headers.redirects).toEqual([
      { from: '/.well-known/change-password', to: 'https://tea.example/account/', ...shared },
      { from: '/.well-known/webfinger', to: 'https://social.example/.well-known/webfinger', ...shared },
    ]);
    const managed = site.discovery.well_known.filter(({ source }) => source === 'managed');
    expect(managed.map(({ name, spec }) => [name, spec])).toEqual([
      ['gpc.json', 'Global Privacy Control'],
      ['traffic-advice', 'Private Prefetch Proxy'],
      ['leaf.bin', undefined],
      ['hours.txt', undefined],
      ['change-password', 'W3C Change Password URL'],
      ['webfinger', 'RFC 7033'],
    ]);
    expect(site.rule('/.well-known/traffic-advice')).toMatchObject({
      surface: 'provider',
      contentType: 'application/trafficadvice+json; charset=UTF-8',
      headers: {
        'X-Content-Type-Options': 'nosniff',
        'Access-Control-Allow-Origin': '*',
        'Cache-Control': 'public, max-age=3600',
      },
      preflight: false,
    });
    expect((await validateIn(site.cwd)).findings).toEqual([]);
  });

  it('go when nobody claims them any more', async () => {
    const before = await buildSite({ plugin: SHOP, files: FILES });
    writeFiles(before.cwd, siteFiles({}));
    const after = await buildSite({}, [], { cwd: before.cwd });
    expect(after.files.filter((file) => /gpc|traffic|leaf|hours/.test(file))).toEqual([]);
    expect(after.headers.redirects).toEqual([]);
  });

  it('[4.2.1-routed-filter] answer preflights once svc_well_known_routed names them', async () => {
    const plugin = `${SHOP}
      svc.filter('svc_well_known_routed', (names) => [...names.filter((one) => one !== 'mcp.json'), 'gpc.json']);`;
    const site = await buildSite({ plugin, files: FILES });
    const answers = (name: string) => site.rule(`/.well-known/${name}`)?.preflight;
    expect(['gpc.json', 'mcp.json', 'discovery.json', 'hours.txt'].map(answers)).toEqual([
      true,
      false,
      true,
      false,
    ]);
  });
});

describe('a provider that fails', () => {
  it.each([
    ['a throw', "callback: () => { throw new Error('the kettle is empty'); }", /kettle is empty/],
    ['a rejection', "callback: async () => { throw 'steam'; }", /threw something/],
    ['nothing', 'callback: () => undefined', /must return text, bytes/],
    ['a number', 'callback: () => 3', /must return text, bytes/],
    ['a circle', 'callback: () => { const one = {}; one.one = one; return one; }', /circular/i],
    ['an object that is none in JSON', 'callback: () => ({ toJSON: () => undefined })', /./],
    ['a file that is missing', "file: 'nowhere.txt'", /missing/],
    ['a folder', "file: 'content'", /missing/],
  ])('costs only its own document: %s', async (_, source, message) => {
    const plugin = `
      svc.wellKnown({ name: 'broken.json', ${source} });
      svc.wellKnown({ name: 'gpc.json', callback: () => '{}' });`;
    const site = await buildSite({ plugin });
    expect(site.notices).toMatchObject([{ level: 'error', code: 'provider_error', origin: 'plugin.mjs' }]);
    expect(site.notices[0]?.message).toMatch(message);
    expect(site.row('broken.json')).toBeUndefined();
    expect(site.has('.well-known/broken.json')).toBe(false);
    expect(site.rule('/.well-known/broken.json')).toBeUndefined();
    expect(site.row('gpc.json')?.source).toBe('managed');
    const report = await validateIn(site.cwd);
    expect(report.findings.map(({ rule, code }) => [rule, code])).toEqual([['notices', 'provider-error']]);
    expect(report.ok).toBe(false);
  });

  it('fails a strict build, which writes nothing', async () => {
    const cwd = workspace(siteFiles({ plugin: "svc.wellKnown({ name: 'broken', callback: () => 3 });" }));
    const { code, stderr } = await runSvc(['build', '--strict'], { cwd });
    expect([code, stderr.includes('broken')]).toEqual([1, true]);
  });
});

describe('[4.2.1-generated-second] who goes first', () => {
  const claim = (name: string, body: string, priority = 10) =>
    `svc.wellKnown({ name: '${name}', callback: () => '${body}' }, ${priority});`;

  it('is the first to claim a name', async () => {
    const plugin = claim('tea.txt', 'late', 20) + claim('tea.txt', 'early', 5);
    const site = await buildSite({ plugin });
    expect(site.text('.well-known/tea.txt')).toBe('early');
    expect(site.notices).toMatchObject([{ level: 'warning', code: 'well_known_conflict' }]);
  });

  it('is a document of ours', async () => {
    const names = ['discovery.json', 'agent.json', 'mcp.json', 'api-catalog', 'tdmrep.json'];
    const site = await buildSite({ plugin: names.map((name) => claim(name, 'mine')).join('') });
    for (const name of names) {
      expect(site.row(name)?.source).toBe('generated');
      expect(site.text(`.well-known/${name}`)).not.toBe('mine');
    }
    expect((await validateIn(site.cwd)).findings).toEqual([]);
  });

  it('is the site itself', async () => {
    const files = { 'public/.well-known/tea.txt': 'Own.\n', 'public/.well-known/change-password': 'Own.\n' };
    const plugin = `${claim('tea.txt', 'mine')} svc.wellKnown({ name: 'change-password', redirect: '/account/' });`;
    const site = await buildSite({ plugin, files });
    expect(site.text('.well-known/tea.txt')).toBe('Own.\n');
    expect(site.row('tea.txt')?.source).toBe('file');
    expect(site.headers.redirects).toEqual([]);
    expect((await validateIn(site.cwd)).findings).toEqual([]);
  });

  it('[6-security-priority] is the provider where ours has no reason to be there, and for security.txt always', async () => {
    const text = 'Contact: mailto:late@tea.example\\nExpires: 2027-01-01T00:00:00Z\\n';
    const plugin =
      claim('tdmrep.json', '[{"location":"/","tdm-reservation":1}]') + claim('security.txt', text, 99);
    const settings = {
      enable_tdmrep: false,
      enable_security_txt: true,
      security: { contacts: ['mailto:mia@tea.example'] },
    };
    const site = await buildSite({ plugin, settings });
    expect(site.row('tdmrep.json')?.source).toBe('managed');
    expect(site.row('security.txt')?.source).toBe('managed');
    expect(site.text('.well-known/security.txt')).toContain('late@tea.example');
    expect(site.discovery.documents['security']).toBe('https://tea.example/.well-known/security.txt');
    expect(site.discovery.trust['security_txt']).toBe('https://tea.example/.well-known/security.txt');
  });
});
