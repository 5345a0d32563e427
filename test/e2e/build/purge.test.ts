import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { purgeList } from '../../../src/build/after-commit.js';
import { workspace, writeFiles } from '../../support/build/workspace.js';
import { build } from '../../support/cli/run-svc.js';

const NOTHING = { baseUrl: 'https://tea.example', added: [], changed: [], removed: [] };

describe('the list for caches', () => {
  it('is empty where nothing has changed', () => {
    expect(purgeList(NOTHING)).toEqual([]);
  });

  it('is the agent files and the twins concerned [6-purge]', () => {
    const list = purgeList({
      ...NOTHING,
      added: ['new.md'],
      changed: ['llms.txt', 'a/größe.md', 'a/größe/index.html', 'svc-sitemap.xml'],
      removed: ['old.md'],
    });
    const of = (path: string) => `https://tea.example${path}`;
    expect(list).toEqual([
      ...[
        'discovery.json',
        'agent-card.json',
        'agent.json',
        'mcp.json',
        'openapi.json',
        'tdmrep.json',
        'security.txt',
      ].map((name) => of(`/.well-known/${name}`)),
      ...['/llms.txt', '/llms-full.txt', '/robots.txt', '/svc-changes.json'].map(of),
      of('/new.md'),
      of('/a/gr%C3%B6%C3%9Fe.md'),
      of('/old.md'),
    ]);
  });
});

const CONFIG = { site: { url: 'https://tea.example' }, source: 'in' };
const COMMAND = [
  process.execPath,
  '-e',
  "require('fs').writeFileSync('told.txt', require('fs').readFileSync(0))",
];

describe('svc build', () => {
  it('tells a command of a change, and only then', async () => {
    const cwd = workspace({
      'in/a.md': '# A\n',
      'svc.config.json': JSON.stringify({ ...CONFIG, purge: { command: COMMAND } }),
    });
    expect((await build([], { cwd })).warnings.map(({ code }) => code)).not.toContain('purge-failed');
    expect(readFileSync(join(cwd, 'told.txt'), 'utf8')).toContain('https://tea.example/a.md\n');
    writeFiles(cwd, { 'told.txt': '' });
    await build([], { cwd });
    expect(readFileSync(join(cwd, 'told.txt'), 'utf8')).toBe('');
    writeFiles(cwd, { 'in/a.md': '# A\n\nMore.\n', 'svc.settings.json': '{"purge_cache_on_change": false}' });
    await build([], { cwd });
    expect(readFileSync(join(cwd, 'told.txt'), 'utf8')).toBe('');
  });

  it('tells a webhook with its token', async () => {
    const told: unknown[] = [];
    const server = createServer((request, response) => {
      let text = '';
      request.on('data', (piece: Buffer) => {
        text += piece.toString();
      });
      request.on('end', () => {
        told.push([request.method, request.headers.authorization, JSON.parse(text)]);
        response.end();
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const webhook = `http://127.0.0.1:${(server.address() as AddressInfo).port}/purge`;
    const cwd = workspace({
      'in/a.md': '# A\n',
      'svc.config.json': JSON.stringify({ ...CONFIG, purge: { webhook, tokenEnv: 'CACHE_TOKEN' } }),
    });
    const report = await build([], { cwd, env: { CACHE_TOKEN: 'open-sesame' } });
    server.close();
    expect(report.warnings.map(({ code }) => code)).not.toContain('purge-failed');
    expect(told).toEqual([
      [
        'POST',
        'Bearer open-sesame',
        { urls: expect.arrayContaining(['https://tea.example/a.md']) as unknown },
      ],
    ]);
  });

  it('is done all the same when nobody can be told, and warns', async () => {
    for (const purge of [
      { command: ['/no/such/program'] },
      { command: [process.execPath, '-e', 'process.exit(3)'] },
      { webhook: 'http://127.0.0.1:9/' },
      { webhook: 'http://127.0.0.1:9/', tokenEnv: 'NO_SUCH_TOKEN' },
    ]) {
      const cwd = workspace({ 'in/a.md': '# A\n', 'svc.config.json': JSON.stringify({ ...CONFIG, purge }) });
      const report = await build([], { cwd });
      expect(report.ok).toBe(true);
      expect(report.warnings.map(({ code }) => code)).toContain('purge-failed');
    }
  });
});
