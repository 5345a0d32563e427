import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startPreview } from '../../../../src/cli/preview.js';
import { OWN_SITES, REAL_SITES } from '../../../support/build/pages/sites.js';
import { workspace } from '../../../support/build/workspace.js';
import { CHROMIUM, file, NEWER_NODE, needs, newerNode, sharedData } from '../../../support/needs.js';

const LIGHTHOUSE = 'test/checkers/node_modules/lighthouse/cli/index.js';
const CATEGORIES = ['agentic-browsing', 'accessibility', 'best-practices', 'seo'];
const [example] = OWN_SITES;
const [wordpress] = REAL_SITES;

interface Report {
  readonly categories: Readonly<Record<string, Category>>;
  readonly audits: Readonly<Record<string, Audit>>;
}

interface Category {
  readonly score: number | null;
  readonly auditRefs: readonly { readonly id: string; readonly weight: number }[];
}

interface Audit {
  readonly score: number | null;
  readonly scoreDisplayMode: string;
  readonly title: string;
  readonly errorMessage?: string;
  readonly details?: { readonly items?: readonly unknown[] };
}

const INSTALLED = [CHROMIUM, NEWER_NODE, file(LIGHTHOUSE, 'npm run test:all installs it')];

describe.each([
  ['the example', example, ['/', '/posts/the-long-relief/', '/the-lens/'], needs(...INSTALLED)],
  [
    'a WordPress export',
    wordpress,
    ['/', '/2013/01/10/markup-image-alignment/', '/about/'],
    needs(...INSTALLED, sharedData(wordpress?.source ?? '')),
  ],
])('Lighthouse, of %s in the profile max-readiness', (_, site, pages, options) => {
  describe('as a preview serves it', options, () => {
    let host: { readonly url: string; close(): unknown };

    beforeAll(async () => {
      const setup = {
        ...site,
        source: resolve(site?.source ?? ''),
        name: undefined,
        profile: 'max-readiness',
      };
      const cwd = workspace({ 'svc.config.json': JSON.stringify(setup) });
      const terminal = {
        env: { SOURCE_DATE_EPOCH: '1782986400' },
        cwd,
        out: () => {},
        err: () => {},
        isTty: false,
      };
      host = await startPreview(undefined, { port: '0', out: `${cwd}/out` }, terminal);
    });

    afterAll(() => host?.close());

    it.each(pages)('gives 100 in four categories: %s', async (path) => {
      const { categories, audits } = await lighthouse(`${host.url.slice(0, -1)}${path}`);
      const failed = Object.values(categories).flatMap(({ auditRefs }) =>
        auditRefs.flatMap(({ id, weight }) => (weight > 0 ? failureOf(id, audits[id]) : [])),
      );
      expect(failed).toEqual([]);
      const scores = Object.entries(categories).map(([id, { score }]) => [id, score]);
      expect(Object.fromEntries(scores)).toEqual(Object.fromEntries(CATEGORIES.map((id) => [id, 1])));
    });
  });
});

/** What an audit found; one that broke off has no score, like one that doesn't apply. */
function failureOf(id: string, audit: Audit | undefined): readonly string[] {
  if (audit?.score === 1) return [];
  if (audit?.score === null && audit.scoreDisplayMode !== 'error') return [];
  return [
    `${id}: ${audit?.title} ${audit?.errorMessage ?? JSON.stringify(audit?.details?.items)?.slice(0, 500)}`,
  ];
}

function lighthouse(url: string): Promise<Report> {
  const args = [
    resolve(LIGHTHOUSE),
    url,
    '--quiet',
    '--output=json',
    '--output-path=stdout',
    `--only-categories=${CATEGORIES.join(',')}`,
    '--chrome-flags=--headless=new --no-sandbox',
    '--no-enable-error-reporting',
    // Pictures on the servers of others can't be reached from everywhere.
    '--blocked-url-patterns=https://*',
  ];
  const env = { ...process.env, CHROME_PATH: '/usr/bin/chromium' };
  return new Promise((done, fail) => {
    execFile(newerNode, args, { maxBuffer: 1 << 27, env }, (error, stdout, stderr) => {
      if (error) fail(new Error(`${error.message}\n${stderr}`));
      else done(JSON.parse(stdout) as Report);
    });
  });
}
