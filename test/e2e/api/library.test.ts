import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { build, check, createServer, SvcError, validate, verify } from '../../../src/api/index.js';
import { workspace } from '../../support/build/workspace.js';
import { NOW, runSvc, TEST_KEY } from '../../support/cli/run-svc.js';

const env = { SOURCE_DATE_EPOCH: String(NOW), SVC_SIGNING_KEY: TEST_KEY };
const PAGE = '---\ntitle: Kiln\n---\n\nThe kiln is warm, and the cups are still inside of it.\n';
const config = { site: { url: 'https://kiln.example', name: 'Kiln' }, source: 'content' };

function project(): string {
  return workspace({ 'content/kiln.md': PAGE });
}

afterEach(() => vi.restoreAllMocks());

describe('build', () => {
  it('writes what svc build writes, and returns its report', async () => {
    const cwd = project();
    const report = await build({ cwd, env, config, out: 'made' });
    const run = await runSvc(
      ['build', '--source', 'content', '--base-url', 'https://kiln.example', '--out', 'other', '--json'],
      { cwd },
    );
    const printed = JSON.parse(run.stdout);
    expect(report.ok).toBe(true);
    expect(report.out).toBe(join(cwd, 'made'));
    expect(report.added).toContain('kiln.md');
    expect([...report.added].filter((file) => !file.startsWith('.well-known'))).toEqual(
      printed.added.filter((file: string) => !file.startsWith('.well-known')),
    );
    expect(readFileSync(join(cwd, 'made/kiln.md'), 'utf8')).toContain('The kiln is warm');
  });

  it('prints nothing, and tells its progress', async () => {
    const out = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
    const err = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    const stages = new Set<string>();
    await build({ cwd: project(), env, config, onProgress: ({ stage }) => stages.add(stage) });
    expect([out.mock.calls, err.mock.calls]).toEqual([[], []]);
    expect([...stages]).toEqual(['read', 'convert', 'write']);
  });

  it('reads the configuration of the folder, a named one, or the one it is given', async () => {
    const cwd = workspace({
      'content/kiln.md': PAGE,
      'svc.config.json': JSON.stringify({ ...config, out: 'usual' }),
      'other.json': JSON.stringify({ ...config, out: 'named' }),
    });
    const outs = [{}, { config: 'other.json' }, { config: { ...config, out: 'given' } }].map(
      async (options) => {
        const { out } = await build({ cwd, env, dryRun: true, ...options });
        return out.slice(cwd.length + 1);
      },
    );
    expect(await Promise.all(outs)).toEqual(['usual', 'named', 'given']);
  });

  it('takes no variables of the process where it is given others', async () => {
    vi.stubEnv('SVC_OUT', 'of-the-process');
    const cwd = project();
    expect((await build({ cwd, env, config, dryRun: true })).out).toBe(join(cwd, 'out'));
    const ofProcess = await build({ cwd, config, dryRun: true, baseUrl: 'https://kiln.example' });
    expect(ofProcess.out).toBe(join(cwd, 'of-the-process'));
    vi.unstubAllEnvs();
  });

  it.each([
    [{ workers: 65 }, 'SVC_USAGE', /^workers: expected a whole number from 0 to 64, found 65$/],
    [{ hosts: ['netlfy' as 'netlify'] }, 'SVC_USAGE', /^hosts: expected one of .*, found "netlfy"$/],
    [{ baseURL: 'https://x.example' }, 'SVC_USAGE', /^there is no option "baseURL"$/],
    [{ source: 'nowhere' }, 'SVC_SOURCE_MISSING', /nowhere/],
    [{ config: { sight: {} } as object }, 'SVC_CONFIG_INVALID', /sight/],
  ])('rejects %j with an error that names the option', async (options, code, message) => {
    const failed = await build({ cwd: project(), env, config, ...options }).catch((error: unknown) => error);
    expect(failed).toBeInstanceOf(SvcError);
    expect(failed).toMatchObject({ code, fix: expect.any(String) });
    expect(`${(failed as SvcError).message} ${(failed as SvcError).location.file ?? ''}`.trim()).toMatch(
      message,
    );
  });
});

describe('a project that is built in place', () => {
  it('takes marks and dates from its sources, again and again', async () => {
    const page = (title: string) =>
      `<html><head><title>${title}</title></head><body><main><h1>${title}</h1><p>Of leaves.</p></main></body></html>`;
    const cwd = workspace({
      'hugo.toml': 'title = "Tea"\nbaseURL = "https://tea.example/"\n',
      'content/green.md': '---\ntitle: Green\ndate: 2024-05-06\n---\nOf leaves.\n',
      'content/later.md': '---\ntitle: Later on\ndraft: true\n---\nOf leaves.\n',
      'public/index.html': page('Tea'),
      'public/green/index.html': page('Green'),
      'public/later/index.html': page('Later on'),
    });
    const inPlace = { source: { type: 'project', path: '.' }, siteDir: 'public', inPlace: true } as const;
    for (const _ of [1, 2]) {
      await build({ cwd, env, config: inPlace });
      expect(readFileSync(join(cwd, 'public/green.md'), 'utf8')).toContain('last_updated: "2024-05-06"');
      expect(existsSync(join(cwd, 'public/later.md'))).toBe(false);
      expect(readFileSync(join(cwd, 'public/llms.txt'), 'utf8')).not.toContain('Later on');
    }
  });
});

describe('check, validate and verify', () => {
  it('report on what was built', async () => {
    const cwd = project();
    await build({ cwd, env, config });
    const checked = await check({ cwd, env, config, minScore: 100 });
    expect(checked).toMatchObject({ source: 'build', pending: 0, minScore: 100, ok: false });
    expect((await check({ cwd, env, config })).ok).toBe(true);
    const validated = await validate({ cwd, env, config });
    expect(validated).toMatchObject({ ok: true, errors: 0, out: join(cwd, 'out') });
    await expect(validate({ cwd, env, config, dir: 'nowhere' })).rejects.toThrow(/no output folder/);
  });

  it.each([
    [() => check({ minScore: 101 }), /minScore is 101/],
    [() => check({ url: 'ftp://kiln.example' }), /must begin with http/],
    [() => verify('https://kiln.example', { sample: 0 }), /sample is 0/],
    [() => verify('https://kiln.example', { tries: 2 } as object), /no option "tries"/],
    [() => createServer({ port: 70_000 }), /port is 70000/],
  ])('refuse wrong options: %s', async (call, message) => {
    await expect(call()).rejects.toThrow(message);
    await expect(call()).rejects.toMatchObject({ code: 'SVC_USAGE' });
  });
});

describe('createServer', () => {
  it('serves the site until it is closed, and hands on log, report and first link', async () => {
    const cwd = project();
    const lines: string[] = [];
    let link = '';
    const server = await createServer({
      ...{ cwd, env, config, port: 0 },
      onLog: (line) => lines.push(line),
      onFirstLink: (given) => {
        link = given;
      },
    });
    const answer = await fetch(`${server.url}kiln.md`);
    expect(await answer.text()).toContain('The kiln is warm');
    expect(server.report.twins).toBe(1);
    expect(link).toMatch(/^https:\/\/kiln\.example\/svc\//);
    await fetch(`${server.url}svc/health/live`);
    const verified = await verify(server.url, { env, sample: 1 });
    expect(verified.requests).toBeGreaterThan(10);
    await server.close();
    await expect(fetch(server.url)).rejects.toThrow();
    expect(lines.every((line) => JSON.parse(line))).toBe(true);
    expect(existsSync(join(cwd, '.svc/svc.db'))).toBe(true);
  });
});
