import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { main } from '../src/cli/main.js';
import { createProgram } from '../src/cli/program.js';

const README = 'README.md';
const TWIN = 'out/posts/the-goat-on-the-gallery.md';
const folder = mkdtempSync(join(tmpdir(), 'svc-readme-'));
let summary = '';

beforeAll(async () => {
  const args = ['build', '--config', 'fixtures/example/svc.config.json', '--out', join(folder, 'out')];
  const exitCode = await main(args, {
    env: { SOURCE_DATE_EPOCH: '1782986400' },
    cwd: process.cwd(),
    out: () => undefined,
    err: (text) => {
      summary += text;
    },
    isTty: false,
  });
  expect(exitCode).toBe(0);
});

afterAll(() => rmSync(folder, { recursive: true }));

/** The block behind `<!-- example: name -->`; with UPDATE=1 it is rewritten first. */
function block(name: string, actual: string): string {
  const pattern = new RegExp(
    `(<!-- example: ${name.replaceAll('.', '\\.')} -->\\n(\`\`\`+)\\w+\\n)([^]*?)(\\2\\n)`,
  );
  const readme = readFileSync(README, 'utf8');
  if (process.env['UPDATE'] === '1') {
    writeFileSync(
      README,
      readme.replace(pattern, (_all, head: string, _fence, _old, end: string) => head + actual + end),
    );
  }
  return pattern.exec(readFileSync(README, 'utf8'))?.[3] ?? `no block named ${name}`;
}

describe('the README', () => {
  it('shows the summary that the first command prints', () => {
    const shown = summary.replaceAll(join(folder, 'out'), 'out').replace(/in \d+\.\d s/, 'in 0.3 s');
    expect(block('summary', shown)).toBe(shown);
  });

  it('shows a twin as it is written', () => {
    const twin = readFileSync(join(folder, TWIN), 'utf8');
    expect(block(TWIN, twin)).toBe(twin);
  });

  it('uses only options that exist', () => {
    const terminal = { env: {}, cwd: '.', out: () => undefined, err: () => undefined, isTty: false };
    const program = createProgram(terminal, () => undefined);
    for (const [line, command = ''] of readFileSync(README, 'utf8').matchAll(/npx svc (\w+)[^\n&|>`]*/g)) {
      const known = program.commands.find((one) => one.name() === command)?.options ?? [];
      const used = line.match(/(?<=\s)--[a-z-]+/g) ?? [];
      const names = [...known.map((option) => option.long), '--help'];
      expect(names, line).toEqual(expect.arrayContaining(used));
    }
  });

  it('links to files that exist', () => {
    for (const [, target = ''] of readFileSync(README, 'utf8').matchAll(/\]\((?!https?:)([^)#]+)\)/g)) {
      expect(() => readFileSync(target), target).not.toThrow();
    }
  });
});
