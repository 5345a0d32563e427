import { existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { BuildReport } from '../../../../src/build/report.js';
import { spawnSvc, startSvc } from '../../../support/cli/run-svc.js';
import { folderWith } from '../../../support/config/folder.js';
import { type HostilePlugin, hostilePlugins } from '../../../support/config/hooks/hostile-plugins.js';

/** A plugin that hangs or never gives back must fail a test, not stop the whole run; in milliseconds. */
const TOO_LONG = 60_000;

/** A plugin that does what it should. It comes last, so that all of its hooks come after the broken ones. */
const GOOD = `export function register(svc) {
  svc.filter('svc_envelope', (document) => ({ ...document, 'x-good': true }), 20);
  svc.wellKnown({ name: 'good.txt', callback: () => 'good' });
}
`;

/** A site with a plugin that misbehaves and one that does not, in a folder beside a secret. */
function siteWith({ module = '', register = '' }: Pick<HostilePlugin, 'module' | 'register'>): string {
  const folder = folderWith({
    'secret.txt': 'secret',
    'site/pages/tea.md': '---\ntitle: Tea\n---\nBlack and green.\n',
    'site/.env': 'secret',
    'site/notes/read.txt': 'read',
    'site/hostile.mjs': `${module}\nexport function register(svc) {\n${register}\n}\n`,
    'site/good.mjs': GOOD,
    'site/svc.config.json': JSON.stringify({
      site: { url: 'https://tea.example' },
      source: 'pages',
      plugins: ['./hostile.mjs', './good.mjs'],
      pluginTimeout: 1,
    }),
  });
  const site = join(folder, 'site');
  symlinkSync('../../secret.txt', join(site, 'notes', 'link.txt'));
  symlinkSync('..', join(site, 'up'));
  return site;
}

/** The other plugin is there, nothing of the secret is, and nothing waits for a build that has ended. */
function expectWhole(out: string, site: string): void {
  const wellKnown = join(out, '.well-known');
  expect(JSON.parse(readFileSync(join(wellKnown, 'discovery.json'), 'utf8'))).toMatchObject({
    'x-good': true,
  });
  expect(readFileSync(join(wellKnown, 'good.txt'), 'utf8')).toBe('good');
  expect(existsSync(join(wellKnown, 'stolen.txt'))).toBe(false);
  expect(existsSync(join(out, 'tea.md'))).toBe(true);
  expect(existsSync(join(site, '.svc', 'build.lock'))).toBe(false);
}

describe.each(hostilePlugins)('$name', (plugin) => {
  it('costs a build that plugin alone, and the notice says which and where', async () => {
    const site = siteWith(plugin);
    const { code, stdout, stderr } = await spawnSvc(['build', '--json'], { cwd: site, timeout: TOO_LONG });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const { notices, out } = JSON.parse(stdout) as BuildReport & { readonly out: string };
    expect(notices.map(({ origin }) => origin)).not.toContain('good.mjs');
    const own = notices.find(({ message, hook }) => hook === plugin.hook && plugin.message.test(message));
    expect(own, JSON.stringify(notices)).toMatchObject({ level: 'error', origin: 'hostile.mjs' });
    expect(own?.message).toContain('hostile.mjs');
    expect(notices.some(({ code: kind }) => kind === 'plugin_lost')).toBe(plugin.isLost);
    expectWhole(out, site);
    if (plugin.isLate) return;
    const strict = await spawnSvc(['build', '--json', '--strict', '--full'], {
      cwd: site,
      timeout: TOO_LONG,
    });
    expect(strict.code).toBe(1);
    expect(existsSync(join(site, '.svc', 'build.lock'))).toBe(false);
  });

  it('does not keep a sidecar from answering, nor from ending', async () => {
    const site = siteWith(plugin);
    const serving = startSvc(['serve', '--port', '0', '--json'], { cwd: site, timeout: TOO_LONG });
    const url = await serving.firstLine().then((line) => (JSON.parse(line) as { readonly url: string }).url);
    expect((await fetch(new URL('/llms.txt', url))).status).toBe(200);
    expect((await fetch(new URL('/.well-known/good.txt', url))).status).toBe(200);
    expect((await fetch(new URL('/.well-known/stolen.txt', url))).status).toBe(404);
    serving.kill('SIGTERM');
    expect((await serving.done).code).toBe(0);
    expect(existsSync(join(site, '.svc', 'build.lock'))).toBe(false);
  });
});

it('does not end a build when the only plugin ends its thread', async () => {
  const site = folderWith({
    'pages/tea.md': '---\ntitle: Tea\n---\nBlack and green.\n',
    // Its memory takes a moment to free, in which nothing else keeps the program alive.
    'hostile.mjs': `const heap = Array.from({ length: 1e6 }, () => ({ a: [] }));
export const register = (svc) => svc.filter('svc_documents', () => process.exit(heap.length * 0));
`,
  });
  const config = { site: { url: 'https://tea.example' }, source: 'pages', plugins: ['./hostile.mjs'] };
  writeFileSync(join(site, 'svc.config.json'), JSON.stringify(config));
  expect(await spawnSvc(['build'], { cwd: site, timeout: TOO_LONG })).toMatchObject({ code: 0 });
});

describe('a hook that is asked for every request', () => {
  it.each([
    ['never settles', 'new Promise(() => {})', /didn't finish within 1 second/],
    ['is a busy loop', '{ while (true); }', /(?:hasn't responded for|didn't finish within) 1 second/],
    ['ends the process', 'process.exit(0)', /process\.exit\(0\)/],
  ])('costs a sidecar one late answer when it %s', async (_, body, message) => {
    const site = siteWith({ register: `svc.filter('svc_deny_request', () => ${body});` });
    const serving = startSvc(['serve', '--port', '0', '--json'], { cwd: site, timeout: TOO_LONG });
    const { url } = JSON.parse(await serving.firstLine()) as { readonly url: string };
    for (let number = 0; number < 3; number += 1) {
      const { status } = await fetch(new URL('/llms.txt', url), { headers: { 'user-agent': 'GPTBot/1.2' } });
      expect(status).toBe(200);
    }
    serving.kill('SIGTERM');
    const { code, stderr } = await serving.done;
    expect(code).toBe(0);
    const told = stderr
      .split('\n')
      .filter((line) => line.includes('hostile.mjs was ended in svc_deny_request'));
    expect(told).toHaveLength(1);
    expect(told[0]).toMatch(message);
  });
});

describe('what a plugin prints', () => {
  it('comes on the standard error output, and never between the data', async () => {
    const site = siteWith({
      register: `
        console.log('printed by console.log');
        process.stdout.write('written to stdout');
        console.error('printed by console.error');
        svc.filter('svc_envelope', (document) => { console.log('printed by a hook'); return document; });`,
    });
    const { code, stdout, stderr } = await spawnSvc(['build', '--json'], { cwd: site, timeout: TOO_LONG });
    expect(code).toBe(0);
    const { notices, out } = JSON.parse(stdout) as BuildReport & { readonly out: string };
    expect(notices).toEqual([]);
    expectWhole(out, site);
    for (const line of ['by console.log', 'written to stdout', 'by console.error', 'by a hook']) {
      expect(stderr).toContain(line);
    }
  });
});

describe('other commands', () => {
  it.each([
    ['settings get', 'svc_settings', ['settings', 'get', '--json']],
    ['settings set', 'svc_sanitize_settings', ['settings', 'set', 'topics_max', '7', '--json']],
    ['activity summary', 'svc_settings', ['activity', 'summary', '--json']],
    ['keys generate', 'svc_settings', ['keys', 'generate', '--json']],
    ['check', 'readinessCheck', ['check', '--json']],
  ])('svc %s ends, and names the plugin and %s', async (_, hook, args) => {
    const site = siteWith({
      register: `
        console.log('printed');
        ${hook === 'readinessCheck' ? 'svc.readinessCheck(' : `svc.filter('${hook}', `}() => new Promise(() => {}));`,
    });
    const { code, stdout, stderr } = await spawnSvc(args, { cwd: site, timeout: TOO_LONG });
    expect(code, stderr).toBe(0);
    expect(JSON.parse(stdout)).toBeTypeOf('object');
    expect(stderr).toContain('printed');
    expect(stderr).toContain(`hostile.mjs was ended in ${hook}: it didn't finish within 1 second`);
  });

  it('svc preview answers and ends', async () => {
    const site = siteWith({ register: "svc.filter('svc_envelope', () => { while (true); });" });
    const serving = startSvc(['preview', '--port', '0', '--json'], { cwd: site, timeout: TOO_LONG });
    const { url } = JSON.parse(await serving.firstLine()) as { readonly url: string };
    expect((await fetch(new URL('/.well-known/good.txt', url))).status).toBe(200);
    serving.kill('SIGTERM');
    expect((await serving.done).code).toBe(0);
  });
});
