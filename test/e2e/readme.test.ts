import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { main } from '../../src/cli/main.js';
import { createProgram } from '../../src/cli/program.js';

const README = 'README.md';
const OUTPUTS = 'docs/outputs.md';
const TWIN = 'out/posts/the-goat-on-the-gallery.md';
const folder = mkdtempSync(join(tmpdir(), 'svc-readme-'));
const ENV = { SOURCE_DATE_EPOCH: '1782986400' };

beforeAll(async () => {
  const args = ['build', '--config', 'fixtures/example/svc.config.json', '--out', join(folder, 'out')];
  const exitCode = await main(args, {
    env: ENV,
    cwd: process.cwd(),
    out: () => undefined,
    err: () => undefined,
    isTty: false,
  });
  expect(exitCode).toBe(0);
});

afterAll(() => rmSync(folder, { recursive: true }));

/** The block behind `<!-- example: name -->`; with UPDATE=1 it is rewritten first. */
function block(name: string, actual: string, page = README): string {
  const pattern = new RegExp(
    `(<!-- example: ${name.replaceAll('.', '\\.')} -->\\n(\`\`\`+)\\w+\\n)([^]*?)(\\2\\n)`,
  );
  const text = readFileSync(page, 'utf8');
  if (process.env['UPDATE'] === '1') {
    writeFileSync(
      page,
      text.replace(pattern, (_all, head: string, _fence, _old, end: string) => head + actual + end),
    );
  }
  return pattern.exec(readFileSync(page, 'utf8'))?.[3] ?? `no block named ${name}`;
}

/** Files that a page links to, from the top of the repository. */
function linksIn(page: string): readonly string[] {
  const links = readFileSync(page, 'utf8').matchAll(/\]\((?!https?:)([^)#]+)(?:#[^)]*)?\)/g);
  return [...links].map(([, target = '']) => join(dirname(page), target));
}

describe('the README', () => {
  it('has two commands to set up, of which the first shows the example and the second runs all tests', () => {
    const [first, second] = [...readFileSync(README, 'utf8').matchAll(/^```sh\n(.*)\n```$/gm)].map(
      ([, line]) => line,
    );
    expect([first, second]).toEqual([
      'npm ci && node bin/svc.js preview fixtures/example',
      'npm ci && npm test',
    ]);
  });

  it('shows what the first command prints', async () => {
    const child = spawn(process.execPath, ['bin/svc.js', 'preview', 'fixtures/example', '--port', '0'], {
      env: { PATH: process.env['PATH'], ...ENV },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let printed = '';
    const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
    await new Promise<void>((resolve) => {
      child.on('close', () => resolve());
      child.stderr.on('data', (text) => {
        printed += text;
      });
      child.stdout.on('data', (text) => {
        printed += text;
        resolve();
      });
    });
    const [address = ''] = /http:\S+/.exec(printed.slice(printed.indexOf('Serving'))) ?? [];
    const page = await (await fetch(`${address}posts/the-goat-on-the-gallery/`)).text();
    child.kill('SIGINT');
    expect(await ended).toBe(0);
    expect(page).toContain('The goat was called Admiral');
    const shown = printed
      .replaceAll(/(?<=127\.0\.0\.1:)\d+/g, '8787')
      .replace(/→ \S+/, '→ /tmp/svc-preview/out')
      .replace(/in \d+\.\d s/, 'in 0.6 s');
    expect(block('preview', shown)).toBe(shown);
  });

  it('shows a twin as it is written', () => {
    const twin = readFileSync(join(folder, TWIN), 'utf8');
    expect(block(TWIN, twin, OUTPUTS)).toBe(twin);
  });

  it('uses only options that exist', () => {
    const terminal = { env: {}, cwd: '.', out: () => undefined, err: () => undefined, isTty: false };
    const program = createProgram(terminal, { json: false }, () => undefined);
    const commands = [...readFileSync(README, 'utf8').matchAll(/(?:^|`)svc (\w+)[^\n&|>`]*/gm)];
    expect(commands.length).toBeGreaterThan(15);
    for (const [line, command = ''] of commands) {
      const known = program.commands.find((one) => one.name() === command)?.options ?? [];
      const used = line.match(/(?<=\s)--[a-z-]+/g) ?? [];
      const names = [...known.map((option) => option.long), '--help'];
      expect(names, line).toEqual(expect.arrayContaining(used));
    }
  });

  it('is short', () => {
    expect(readFileSync(README, 'utf8').split('\n').length).toBeLessThan(120);
  });

  it('leads to every page of the documentation, by way of its index', () => {
    const index = linksIn('docs/README.md');
    const deploy = linksIn('docs/deploy/README.md');
    const pages = readdirSync('docs', { recursive: true, encoding: 'utf8' })
      .filter(
        (name) =>
          name.endsWith('.md') && name !== 'README.md' && !/^(?:documents|decisions|site)\//.test(name),
      )
      .map((name) => join('docs', name));
    expect(linksIn(README)).toContain('docs/README.md');
    expect(pages.filter((page) => !index.includes(page) && !deploy.includes(page))).toEqual([]);
  });

  it('names no command that fetches a package of its name, and no word of a translation', () => {
    const pages = readdirSync('docs', { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.md$/.test(name) && !/^(?:documents|site)\//.test(name))
      .map((name) => join('docs', name));
    for (const page of [README, 'CONTRIBUTING.md', ...pages]) {
      const text = readFileSync(page, 'utf8');
      // In prose, its name in quotes is a warning.
      expect(text, page).not.toMatch(/npx (?!--no-install )(?:-\S+ )*(?:svc|agent-discovery-service)\b(?!`)/);
      expect(text, page).not.toMatch(/npm (?:install|i) (?:-\S+ )*agent-discovery-service/);
      expect(text, page).not.toMatch(/\b(?:whoever|nobody|leave it away|is no export)\b/i);
    }
  });

  it.each([README, 'docs/README.md', OUTPUTS, 'docs/SECURITY.md', 'docs/decisions/README.md'])(
    '%s links to files that exist',
    (page) => {
      for (const target of linksIn(page)) expect(existsSync(target), target).toBe(true);
    },
  );
});
