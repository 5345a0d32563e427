import { readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { filesIn, workspace, writeFiles } from '../../support/build/workspace.js';
import { build } from '../../support/cli/run-svc.js';

interface Told {
  readonly host: string;
  readonly key: string;
  readonly keyLocation: string;
  readonly urlList: readonly string[];
}

let server: Server;
let endpoint = '';
let status = 202;
const told: Told[] = [];

beforeAll(async () => {
  server = createServer((request, response) => {
    let text = '';
    request.on('data', (piece: Buffer) => {
      text += piece.toString();
    });
    request.on('end', () => {
      told.push(JSON.parse(text) as Told);
      response.writeHead(status).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}/indexnow`;
});

afterAll(() => void server.close());

function site(settings: object) {
  const cwd = workspace({
    'in/a.md': '# A\n',
    'in/b.md': '# B\n',
    'svc.config.json': JSON.stringify({ site: { url: 'https://tea.example' }, source: 'in' }),
    'svc.settings.json': JSON.stringify(settings),
  });
  const run = (now?: number) =>
    build([], { cwd, env: { SVC_INDEXNOW_ENDPOINT: endpoint }, ...(now === undefined ? {} : { now }) });
  return { cwd, run };
}

describe('IndexNow', () => {
  it('is not told unless it is switched on', async () => {
    const { cwd, run } = site({});
    await run();
    expect(told).toEqual([]);
    expect(filesIn(cwd)).not.toContain('.svc/indexnow-key');
  });

  it('is told of pages that are new, changed or gone, with a key that the site shows', async () => {
    const { cwd, run } = site({ indexnow_enabled: true });
    await run(1_782_986_400);
    const key = readFileSync(join(cwd, '.svc/indexnow-key'), 'utf8').trim();
    expect(readFileSync(join(cwd, `out/${key}.txt`), 'utf8')).toBe(key);
    expect(told.splice(0)).toEqual([
      {
        host: 'tea.example',
        key,
        keyLocation: `https://tea.example/${key}.txt`,
        urlList: ['https://tea.example/a/', 'https://tea.example/b/'],
      },
    ]);
    await run(1_782_986_500);
    expect(told).toEqual([]);
    writeFiles(cwd, { 'in/a.md': '# A\n\nMore.\n' });
    rmSync(join(cwd, 'in/b.md'));
    await run(1_782_986_600);
    expect(told.splice(0).map(({ urlList }) => urlList)).toEqual([
      ['https://tea.example/a/', 'https://tea.example/b/'],
    ]);
  });

  it('that does not listen is a warning', async () => {
    status = 429;
    const { run } = site({ indexnow_enabled: true });
    const { ok, warnings } = await run();
    expect([ok, warnings.map(({ code }) => code)]).toEqual([
      true,
      expect.arrayContaining(['indexnow-failed']),
    ]);
    status = 202;
    told.length = 0;
  });

  it('takes a hundred pages at a time', async () => {
    const { cwd, run } = site({ indexnow_enabled: true });
    writeFiles(
      cwd,
      Object.fromEntries(Array.from({ length: 148 }, (_, index) => [`in/n-${index}.md`, `# N ${index}\n`])),
    );
    await run();
    expect(told.splice(0).map(({ urlList }) => urlList.length)).toEqual([100, 50]);
  });
});
