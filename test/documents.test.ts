import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { main } from '../src/cli/main.js';

/**
 * Examples in the pages about documents are what a build of `fixtures/documents` writes. A page marks one with
 * `<!-- built: .well-known/discovery.json -->`, or `<!-- built with a sidecar: … -->`, before a fenced block;
 * `UPDATE=1` fills the blocks.
 */
const PAGES = 'docs/documents';
const EXAMPLE =
  /(?<head><!-- built(?<sidecar> with a sidecar)?: (?<file>\S+) -->\n\n(?<fence>`{3,})\w*\n)(?<text>[\s\S]*?)(?=\k<fence>\n)/g;

const folder = mkdtempSync(join(tmpdir(), 'svc-documents-'));
const outputs = { static: join(folder, 'static'), sidecar: join(folder, 'sidecar') };

beforeAll(async () => {
  const site = join(folder, 'site');
  cpSync('fixtures/documents', site, { recursive: true });
  await build(join(site, 'svc.config.json'), outputs.static);
  await build(join(site, 'sidecar.config.json'), outputs.sidecar);
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
function built(file: string, sidecar: boolean): string {
  const path = join(sidecar ? outputs.sidecar : outputs.static, file);
  const found = [path, join(path, 'index.json')].find((one) => existsSync(one) && !one.endsWith('/'));
  return found === undefined ? `${file} was not built` : readFileSync(found, 'utf8');
}

const withNewline = (text: string): string => (text.endsWith('\n') ? text : `${text}\n`);

describe('pages about documents', () => {
  it.each(readdirSync(PAGES).filter((name) => name.endsWith('.md')))(
    '%s shows what a build writes',
    (name) => {
      const page = join(PAGES, name);
      if (process.env['UPDATE'] === '1') {
        const filled = readFileSync(page, 'utf8').replace(EXAMPLE, (...match) => {
          const { head = '', sidecar, file = '' } = match.at(-1) as Partial<Record<string, string>>;
          return head + withNewline(built(file, sidecar !== undefined));
        });
        writeFileSync(page, filled);
      }
      for (const { groups = {} } of readFileSync(page, 'utf8').matchAll(EXAMPLE)) {
        const { sidecar, file = '', text } = groups;
        expect(text, file).toBe(withNewline(built(file, sidecar !== undefined)));
      }
    },
  );
});
