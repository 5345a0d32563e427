import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  type Built,
  type BuiltDiscovery,
  buildSite,
  siteFiles,
} from '../../../support/build/discovery/built.js';
import { text, treeOf, workspace } from '../../../support/build/workspace.js';
import { runSvc } from '../../../support/cli/run-svc.js';
import { validateIn } from '../../../support/quality/validate/site.js';

const MCP = { config: { sidecar: true }, settings: { enable_mcp_server: true } };
const own = (files: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(files).map(([name, text]) => [`public/.well-known/${name}`, text]));

async function expectValid(site: Built): Promise<void> {
  expect(site.notices).toEqual([]);
  expect((await validateIn(site.cwd)).findings).toEqual([]);
}

describe('[4.2.1-real-file-first] files of the site in .well-known', () => {
  it('are taken along however deep, with a rule each', async () => {
    const files = own({
      'acme-challenge/x1': 'proof\n',
      'pki-validation/y.txt': 'proof\n',
      'deep/er/notes.json': '{}\n',
      'assetlinks.json': '[]\n',
      'apple-app-site-association': '{}\n',
      'Grüße & Tee.txt': 'Hi.\n',
      '.hidden': 'no\n',
    });
    const site = await buildSite({ files });
    const rules = site.headers.rules.filter(({ surface, path }) => surface === 'file' && path !== undefined);
    expect(
      rules.map(({ path, file, contentType, preflight }) => [path, file, contentType, preflight]),
    ).toEqual(
      [
        ['Gr%C3%BC%C3%9Fe%20%26%20Tee.txt', 'Grüße & Tee.txt', 'text/plain'],
        ['acme-challenge/x1', 'acme-challenge/x1', 'text/plain'],
        ['apple-app-site-association', 'apple-app-site-association', 'application/json'],
        ['assetlinks.json', 'assetlinks.json', 'application/json'],
        ['deep/er/notes.json', 'deep/er/notes.json', 'application/json'],
        ['pki-validation/y.txt', 'pki-validation/y.txt', 'text/plain'],
      ].map(([path, file, type]) => [
        `/.well-known/${path}`,
        `.well-known/${file}`,
        `${type}; charset=UTF-8`,
        false,
      ]),
    );
    for (const { file } of rules) expect(site.has(file)).toBe(true);
    expect(site.has('.well-known/.hidden')).toBe(false);
    const listed = site.discovery.well_known
      .filter(({ source }) => source === 'file')
      .map(({ name }) => name);
    expect(listed).toEqual([
      'Grüße & Tee.txt',
      'apple-app-site-association',
      'assetlinks.json',
      'deep/er/notes.json',
    ]);
    await expectValid(site);
  });

  it('stand in the place of ours, with its type and its answer to preflights', async () => {
    const card = '{"name":"own"}\n';
    const files = own({
      'mcp/server-card.json': card,
      'api-catalog': '{"linkset":[]}\n',
      'tdmrep.json': '[]\n',
    });
    const site = await buildSite({ ...MCP, files });
    expect(site.text('.well-known/mcp/server-card.json')).toBe(card);
    for (const name of ['mcp/server-card.json', 'api-catalog', 'tdmrep.json']) {
      expect([name, site.row(name)?.source]).toEqual([name, 'file']);
      expect(site.rule(`/.well-known/${name}`)).toMatchObject({ surface: 'file', preflight: true });
    }
    expect(site.rule('/.well-known/api-catalog')?.contentType).toContain('application/linkset+json');
    expect(site.headers.rules.filter(({ path }) => path === '/.well-known/api-catalog')).toHaveLength(1);
  });

  it('are stored inside where ours needs a folder of their name', async () => {
    const files = own({
      'oauth-protected-resource': '{"resource":"https://tea.example/"}\n',
      mcp: 'Ask the clerk.\n',
    });
    const servers = [{ id: 'cellar', name: 'Cellar', version: '1', endpoint: 'https://cellar.example/mcp' }];
    const site = await buildSite({ ...MCP, config: { sidecar: true, mcpServers: servers }, files });
    expect(site.rule('/.well-known/oauth-protected-resource')).toMatchObject({
      surface: 'file',
      file: '.well-known/oauth-protected-resource/index.json',
      contentType: 'application/json; charset=UTF-8',
    });
    expect(site.text('.well-known/oauth-protected-resource/index.json')).toContain('"resource"');
    expect(site.rule('/.well-known/mcp')?.file).toBe('.well-known/mcp/index.json');
    expect(site.row('mcp')?.source).toBe('file');
    expect(site.row('oauth-protected-resource/svc/mcp')?.source).toBe('generated');
    await expectValid(site);
    const plain = await buildSite({ files }, [], { cwd: site.cwd });
    expect(plain.files).toEqual(site.files);
  });

  it('keep ours off a folder of their own', async () => {
    const site = await buildSite({
      files: own({ 'api-catalog/index.json': '{}\n', 'mcp.json/readme.txt': 'x\n' }),
    });
    expect(site.text('.well-known/api-catalog/index.json')).toBe('{}\n');
    expect(site.rule('/.well-known/api-catalog')?.file).toBe('.well-known/api-catalog/index');
    expect(site.rule('/.well-known/mcp.json')?.file).toBe('.well-known/mcp.json/index.json');
    expect(site.json('.well-known/mcp.json/index.json')).toHaveProperty('available', false);
  });

  it('take a provider’s place and leave room for it', async () => {
    const plugin = "svc.wellKnown({ name: 'deep', contentType: 'application/json', callback: () => '{}' });";
    const site = await buildSite({ plugin, files: own({ 'deep/notes.txt': 'x\n' }) });
    expect(site.rule('/.well-known/deep')).toMatchObject({
      surface: 'provider',
      file: '.well-known/deep/index.json',
    });
    expect(site.row('deep')?.source).toBe('managed');
    await expectValid(site);
  });
});

describe('a site that is its own output folder', () => {
  const page =
    '<!doctype html><html lang="en"><head><title>Tea</title></head><body><main><p>Tea.</p></main></body></html>';
  const files = {
    'site/index.html': page,
    'site/.well-known/agent-card.json': '{"name":"Own card"}\n',
    'site/.well-known/oauth-protected-resource': '{"resource":"https://tea.example/"}\n',
    'site/.well-known/deep/notes.txt': 'x\n',
  };
  const place = { source: undefined, siteDir: 'site', publicDir: undefined, out: 'site', inPlace: true };

  it('keeps its files, which never become ours', async () => {
    const cwd = workspace(siteFiles({ config: place, files }));
    for (const _ of [1, 2]) {
      expect((await runSvc(['build', '--json'], { cwd })).code).toBe(0);
      const at = (name: string) => text(cwd, 'site/.well-known', name);
      expect([at('agent-card.json'), at('agent.json')]).toEqual([
        '{"name":"Own card"}\n',
        '{"name":"Own card"}\n',
      ]);
      const { well_known } = JSON.parse(at('discovery.json')) as BuiltDiscovery;
      const own = well_known.filter(({ source }) => source === 'file').map(({ name }) => name);
      expect(own).toEqual(['agent-card.json', 'deep/notes.txt', 'oauth-protected-resource']);
      expect((await validateIn(cwd)).findings).toEqual([]);
    }
  });

  it('is told which of its files is in the way of a folder', async () => {
    const sites = { config: { ...place, sidecar: true }, settings: MCP.settings, files };
    const cwd = workspace(siteFiles(sites));
    const before = treeOf(join(cwd, 'site'));
    const { code, stderr } = await runSvc(['build'], { cwd });
    expect([code, stderr]).toEqual([1, expect.stringContaining('.well-known/oauth-protected-resource')]);
    expect(treeOf(join(cwd, 'site'))).toEqual(before);
  });
});

describe('a document with two addresses, one of which is a file of the site', () => {
  const CARD = '{"name":"Own card","url":"https://tea.example/"}\n';

  it('has a copy of the file at the alias', async () => {
    const files = own({ 'agent-card.json': CARD, 'ard.json': '{"entries":[]}\n' });
    const site = await buildSite({ settings: { enable_ai_catalog: true }, files });
    expect(site.text('.well-known/agent-card.json')).toBe(CARD);
    expect(site.text('.well-known/agent.json')).toBe(CARD);
    expect(site.text('.well-known/ai-catalog.json')).toBe('{"entries":[]}\n');
    expect(site.row('agent-card.json')?.source).toBe('file');
    expect(site.row('agent.json')?.source).toBe('generated');
    expect(site.headers.signed.map(({ path }) => path)).not.toContain('/.well-known/agent.json');
    const { ok } = await validateIn(site.cwd);
    expect(ok).toBe(true);
  });

  it('has ours at its own address beside a file at the alias', async () => {
    const site = await buildSite({
      files: own({ 'agent.json': CARD, 'ai-catalog.json': '{"entries":[]}\n' }),
    });
    expect(site.text('.well-known/agent.json')).toBe(CARD);
    expect(site.json('.well-known/agent-card.json')).toHaveProperty('supportedInterfaces');
    expect([site.row('agent.json')?.source, site.row('agent-card.json')?.source]).toEqual([
      'file',
      'generated',
    ]);
    expect(site.row('ard.json')).toBeUndefined();
    expect(site.row('ai-catalog.json')?.source).toBe('file');
  });

  it('is left alone where both are files', async () => {
    const files = own({ 'agent-card.json': CARD, 'agent.json': '{"name":"Other"}\n' });
    const site = await buildSite({ files });
    expect(site.text('.well-known/agent.json')).toBe('{"name":"Other"}\n');
    expect(site.row('agent.json')?.source).toBe('file');
  });
});

describe('[4.2.1-safe-path] links', () => {
  function withLinks(make: (folder: string, outside: string) => void): string {
    const cwd = join(workspace(), 'site');
    const outside = join(cwd, '..', 'outside');
    mkdirSync(join(cwd, 'public'), { recursive: true });
    mkdirSync(outside, { recursive: true });
    for (const [file, content] of Object.entries(siteFiles({}))) {
      mkdirSync(join(cwd, file, '..'), { recursive: true });
      writeFileSync(join(cwd, file), content);
    }
    writeFileSync(join(outside, 'secret.json'), '{"secret":1}');
    writeFileSync(join(cwd, 'public', 'beside.json'), '{"beside":1}');
    make(join(cwd, 'public'), outside);
    return cwd;
  }

  it.each<[string, (folder: string, outside: string) => void]>([
    [
      'of a file out of the site',
      (folder, outside) => {
        mkdirSync(join(folder, '.well-known'));
        symlinkSync(join(outside, 'secret.json'), join(folder, '.well-known', 'mcp.json'));
        symlinkSync('../../../outside/secret.json', join(folder, '.well-known', 'secret.json'));
      },
    ],
    [
      'of a file to one beside .well-known',
      (folder) => {
        mkdirSync(join(folder, '.well-known'));
        symlinkSync('../beside.json', join(folder, '.well-known', 'secret.json'));
        symlinkSync('../beside.json', join(folder, '.well-known', 'mcp.json'));
      },
    ],
    [
      'of a folder in .well-known',
      (folder, outside) => {
        mkdirSync(join(folder, '.well-known'));
        symlinkSync(outside, join(folder, '.well-known', 'mcp'));
      },
    ],
    [
      '.well-known itself',
      (folder, outside) => {
        writeFileSync(join(outside, 'mcp.json'), '{"secret":2}');
        symlinkSync(outside, join(folder, '.well-known'));
      },
    ],
    [
      'in a circle',
      (folder) => {
        mkdirSync(join(folder, '.well-known'));
        symlinkSync('mcp.json', join(folder, '.well-known', 'mcp.json'));
        symlinkSync('.', join(folder, '.well-known', 'again'));
      },
    ],
    ['to nothing', (folder) => symlinkSync('nowhere', join(folder, '.well-known'))],
  ])('are not followed: %s', async (_, make) => {
    const site = await buildSite({}, [], { cwd: withLinks(make) });
    expect(site.json('.well-known/mcp.json')).toHaveProperty('available', false);
    for (const file of site.files)
      if (!file.endsWith('.gz')) expect(site.text(file)).not.toMatch(/"(?:secret|beside)"/);
    expect(site.discovery.well_known.filter(({ source }) => source === 'file')).toEqual([]);
    expect(site.row('secret.json')).toBeUndefined();
    await expectValid(site);
  });

  it('within .well-known are followed', async () => {
    const cwd = withLinks((folder) => {
      mkdirSync(join(folder, '.well-known'));
      writeFileSync(join(folder, '.well-known', 'tea.json'), '{"tea":1}');
      symlinkSync('tea.json', join(folder, '.well-known', 'leaf.json'));
    });
    const site = await buildSite({}, [], { cwd });
    expect(site.text('.well-known/leaf.json')).toBe('{"tea":1}');
    await expectValid(site);
  });

  it('a file stands where a folder was expected', async () => {
    const cwd = withLinks((folder) => {
      writeFileSync(join(folder, 'feed'), 'no folder');
      writeFileSync(join(folder, '.well-known'), 'no folder');
    });
    await expectValid(await buildSite({}, [], { cwd }));
  });
});
