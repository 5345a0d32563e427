import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { main } from '../../src/cli/main.js';

/**
 * Examples in the pages about documents are what a build of `fixtures/documents` writes. A page marks one with
 * `<!-- built: .well-known/discovery.json -->`, `<!-- built with a sidecar: … -->` or `<!-- built with another
 * authorization server: … -->`, before a fenced block; `UPDATE=1` fills the blocks. After `, shortened` long lists and
 * schemas of a JSON document are cut.
 */
const PAGES = 'docs/documents';
const EXAMPLE =
  /(?<head><!-- built(?: with (?<variant>[a-z ]+?))?(?<short>, shortened)?: (?<file>\S+) -->\n\n(?<fence>`{3,})\w*\n)(?<text>[\s\S]*?)(?=\k<fence>\n)/g;

/** Configurations below the fixture, by what an example says. */
const VARIANTS: Readonly<Record<string, string>> = {
  '': 'svc.config.json',
  'a sidecar': 'sidecar.config.json',
  'another authorization server': 'sign-in-elsewhere/svc.config.json',
};

const folder = mkdtempSync(join(tmpdir(), 'svc-documents-'));
const outOf = (variant: string): string => join(folder, 'out', variant.replaceAll(' ', '-') || 'plain');

beforeAll(async () => {
  const site = join(folder, 'site');
  cpSync('fixtures/documents', site, { recursive: true });
  for (const [variant, config] of Object.entries(VARIANTS)) await build(join(site, config), outOf(variant));
});

afterAll(() => rmSync(folder, { recursive: true }));

async function build(config: string, out: string): Promise<void> {
  const messages: string[] = [];
  const exitCode = await main(['build', '--config', config, '--out', out, '--full'], {
    env: {
      SOURCE_DATE_EPOCH: '1782986400',
      SVC_SIGNING_KEY: readFileSync('fixtures/signing-key.jwk', 'utf8'),
    },
    cwd: process.cwd(),
    out: () => undefined,
    err: (text) => messages.push(text),
    isTty: false,
  });
  expect(exitCode, messages.join('')).toBe(0);
}

/** What was built at an address; a path that is a folder too has its document inside. */
function built(file: string, variant: string): string {
  const path = join(outOf(variant), file);
  const found = [path, join(path, 'index.json')].find((one) => existsSync(one) && statSync(one).isFile());
  return found === undefined ? `${file} was not built` : readFileSync(found, 'utf8');
}

/** What a page shows of it. */
function shown({ file = '', variant = '', short }: Partial<Record<string, string>>): string {
  const text = built(file, variant);
  if (short === undefined) return withNewline(text);
  return `${JSON.stringify(shortened(JSON.parse(text)), undefined, 4)}\n`;
}

/** Lists with their first two members, schemas without theirs. */
function shortened(value: unknown, name = ''): unknown {
  if (name.endsWith('Schema') && JSON.stringify(value) !== '{}') return { type: 'object', '…': '…' };
  if (Array.isArray(value)) {
    const first = value.slice(0, 2).map((one) => shortened(one));
    return value.length > 3 ? [...first, `… ${value.length - 2} more`] : value.map((one) => shortened(one));
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, shortened(one, key)]));
}

const withNewline = (text: string): string => (text.endsWith('\n') ? text : `${text}\n`);

describe('pages about documents', () => {
  // The list of these pages has no example itself.
  it.each(readdirSync(PAGES).filter((name) => name.endsWith('.md') && name !== 'README.md'))(
    '%s shows what a build writes',
    (name) => {
      const page = join(PAGES, name);
      if (process.env['UPDATE'] === '1') {
        const filled = readFileSync(page, 'utf8').replace(EXAMPLE, (...match) => {
          const { head = '', ...example } = match.at(-1) as Partial<Record<string, string>>;
          return head + shown(example);
        });
        writeFileSync(page, filled);
      }
      const examples = [...readFileSync(page, 'utf8').matchAll(EXAMPLE)];
      expect(examples).not.toEqual([]);
      for (const { groups = {} } of examples) {
        expect(groups['text'], groups['file']).toBe(shown(groups));
      }
    },
  );
});
