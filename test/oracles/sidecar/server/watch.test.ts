import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { workspace, writeFiles } from '../../../support/build/workspace.js';
import { ask } from '../../../support/sidecar/server/http.js';
import { HARBOUR, until } from '../../../support/sidecar/server/serving.js';

const PROGRAM = fileURLToPath(new URL('../../../../bin/svc.js', import.meta.url));

const CONFIG = {
  site: { url: 'https://harbour.example', name: 'Harbour Notes' },
  source: 'content',
  html: 'render',
  purge: { command: [process.execPath, 'purge.mjs'] },
};

/** Keeps what it is told. */
const PURGE = `import { appendFileSync, readFileSync } from 'node:fs';
appendFileSync('purged.txt', readFileSync(0, 'utf8') + '--\\n');
`;

const children: ChildProcess[] = [];

afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

interface Program {
  readonly folder: string;
  readonly url: string;
  stderr(): string;
  end(signal: NodeJS.Signals): Promise<number | null>;
}

/** Starts the real program and waits until it says where it answers. */
async function start(folder: string, args: readonly string[]): Promise<Program> {
  const child = spawn(process.execPath, [PROGRAM, 'serve', '--port', '0', '--json', ...args], {
    cwd: folder,
    env: { PATH: process.env['PATH'] },
  });
  children.push(child);
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (piece: string) => {
    stdout += piece;
  });
  child.stderr.setEncoding('utf8').on('data', (piece: string) => {
    stderr += piece;
  });
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  await Promise.race([until(() => stdout.includes('\n'), 60_000), ended]);
  if (!stdout.includes('\n')) throw new Error(`it ended: ${stdout}${stderr}`);
  const { url } = JSON.parse(stdout) as { url: string };
  return {
    folder,
    url,
    stderr: () => stderr,
    end: (signal) => {
      child.kill(signal);
      return ended;
    },
  };
}

function harbour(): string {
  return workspace({ ...HARBOUR, 'svc.config.json': JSON.stringify(CONFIG), 'purge.mjs': PURGE });
}

describe('svc serve --watch', () => {
  it('builds what has changed, tells caches, and ends when it is told', async () => {
    const program = await start(harbour(), ['--watch']);
    const { folder, url } = program;
    expect((await ask(url, '/about.md')).text).toContain('two');
    const feed = async () =>
      JSON.parse((await ask(url, '/svc-changes.json')).text) as { items: { id: number; action: string }[] };

    writeFiles(folder, {
      'content/about.md': '---\ntitle: About\ntype: page\nid: 1\n---\n\nThe harbour has three cranes.\n',
    });
    await until(async () => (await ask(url, '/about.md')).text.includes('three'), 30_000);
    expect((await ask(url, '/about/')).text).toContain('three cranes');
    expect((await ask(url, '/llms-full.txt')).text).toContain('three cranes');
    await until(() => readFileSync(join(folder, 'purged.txt'), 'utf8').split('--\n').length > 2, 30_000);
    const purged = readFileSync(join(folder, 'purged.txt'), 'utf8').split('--\n').at(-2)?.trim().split('\n');
    expect(purged).toContain('https://harbour.example/llms.txt');
    expect(purged).toContain('https://harbour.example/about.md');
    expect(purged).not.toContain('https://harbour.example/posts/tides.md');

    rmSync(join(folder, 'content/posts/ropes.md'));
    await until(async () => (await ask(url, '/posts/ropes.md')).status === 404, 30_000);
    expect((await feed()).items.find(({ id }) => id === 2)).toMatchObject({ action: 'deleted' });

    // The build fails: what was there is served on, and the log says why.
    renameSync(join(folder, 'content'), join(folder, 'content-away'));
    await until(() => program.stderr().includes('the build failed'), 30_000);
    expect((await ask(url, '/about.md')).text).toContain('three');
    renameSync(join(folder, 'content-away'), join(folder, 'content'));
    writeFiles(folder, { 'content/new.md': '---\ntitle: New\ntype: page\n---\n\nNew.\n' });
    await until(async () => (await ask(url, '/new.md')).status === 200, 30_000);

    expect(await program.end('SIGTERM')).toBe(0);
    await expect(ask(url, '/')).rejects.toThrow();
  }, 120_000);

  it('shows no half of a build [6-purge]', async () => {
    const program = await start(harbour(), ['--watch']);
    const { folder, url } = program;
    const version = (number: number) => ({
      'content/about.md': `---\ntitle: About ${number}\ntype: page\nid: 1\n---\n\nVersion ${number}.\n`,
      [`content/extra-${number}.md`]: `---\ntitle: Extra ${number}\ntype: page\n---\n\nExtra.\n`,
    });
    const last = 4;
    let isDone = false;
    let looks = 0;
    const look = async () => {
      while (!isDone) {
        const index = (await ask(url, '/llms.txt')).text;
        // Whatever the index of a moment names is there at that moment or later.
        for (const [, path] of index.matchAll(/\(https:\/\/harbour\.example(\/extra-\d\.md)\)/g)) {
          expect([path, (await ask(url, path ?? '')).status]).toEqual([path, 200]);
        }
        looks += 1;
      }
    };
    const looking = look();
    for (let number = 1; number <= last; number += 1) {
      writeFiles(folder, version(number));
      await until(async () => (await ask(url, '/about.md')).text.includes(`Version ${number}.`), 30_000);
    }
    isDone = true;
    await looking;
    expect(looks).toBeGreaterThan(5);
    expect((await ask(url, '/llms.txt')).text).toContain(`extra-${last}.md`);
  }, 120_000);

  it('takes settings over without --watch, sources not', async () => {
    const program = await start(harbour(), []);
    const { folder, url } = program;
    writeFileSync(join(folder, 'svc.settings.json'), '{"enable_llms_txt": false}');
    await until(async () => (await ask(url, '/llms.txt')).status === 404, 10_000);
    expect(await program.end('SIGINT')).toBe(0);
  }, 60_000);

  it('says what is wrong with a port before it builds', async () => {
    const program = await start(harbour(), []);
    const { port } = new URL(program.url);
    const child = spawn(process.execPath, [PROGRAM, 'serve', '--port', port], { cwd: program.folder });
    children.push(child);
    let text = '';
    child.stderr.on('data', (piece: Buffer) => {
      text += piece.toString();
    });
    expect(await new Promise((resolve) => child.on('close', resolve))).toBe(2);
    expect(text).toContain('the port is in use');
  }, 60_000);
});
