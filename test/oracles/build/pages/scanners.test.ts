import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startPreview } from '../../../../src/cli/preview.js';
import { OWN_SITES, REAL_SITES } from '../../../support/build/pages/sites.js';
import { filesIn, text, workspace } from '../../../support/build/workspace.js';
import { file, NEWER_NODE, needs, newerNode, sharedData } from '../../../support/needs.js';

const AFDOCS = 'test/checkers/node_modules/afdocs/bin/afdocs.mjs';
const OPTIONS = ['--format', 'json', '--score', '--sampling', 'deterministic', '--max-links', '100'];
const [example] = OWN_SITES;
const [wordpress] = REAL_SITES;

/** Directives that RFC 9309, sitemaps and Content Signals define. */
const KNOWN = /^(?:user-agent|allow|disallow|sitemap|content-signal):/i;

interface Report {
  readonly results: readonly { readonly id: string; readonly status: string; readonly message: string }[];
  readonly scoring: { readonly overall: number };
}

describe.each([
  ['the example', example, needs()],
  ['a WordPress export', wordpress, needs(sharedData(wordpress?.source ?? ''))],
])('%s in the profile max-readiness', (_, site, options) => {
  describe('as a preview serves it', options, () => {
    let host: { readonly url: string; close(): unknown };
    let out = '';

    beforeAll(async () => {
      const setup = {
        ...site,
        source: resolve(site?.source ?? ''),
        name: undefined,
        profile: 'max-readiness',
      };
      const cwd = workspace({ 'svc.config.json': JSON.stringify(setup) });
      out = `${cwd}/out`;
      const terminal = {
        env: { SOURCE_DATE_EPOCH: '1782986400' },
        cwd,
        out: () => {},
        err: () => {},
        isTty: false,
      };
      host = await startPreview(undefined, { port: '0', out }, terminal);
    });

    afterAll(() => host?.close());

    it('afdocs gives 100', needs(file(AFDOCS, 'npm run test:all installs it'), NEWER_NODE), async () => {
      const report = await afdocs(host.url.slice(0, -1));
      const failed = report.results.filter(({ status }) => status === 'fail');
      expect(failed.map(({ id, message }) => `${id}: ${message}`)).toEqual([]);
      expect(report.scoring.overall).toBe(100);
    });

    it('no page and no twin leads to an address of the site at which there is nothing', () => {
      const found = brokenLinks(out, host.url.slice(0, -1));
      expect(found).toEqual([]);
    });

    it('has an icon, and a robots.txt without unknown directives', async () => {
      const icon = await fetch(`${host.url}favicon.ico`);
      expect([icon.status, icon.headers.get('content-type')]).toEqual([200, 'image/x-icon']);
      expect(new Uint8Array(await icon.arrayBuffer()).slice(0, 4)).toEqual(new Uint8Array([0, 0, 1, 0]));
      const lines = (await (await fetch(`${host.url}robots.txt`)).text()).split('\n');
      expect(lines.filter((line) => line !== '' && !KNOWN.test(line))).toEqual([]);
      expect(lines).toContain('User-agent: GPTBot');
    });
  });
});

function afdocs(url: string): Promise<Report> {
  const args = [resolve(AFDOCS), 'check', url, ...OPTIONS, '--request-delay', '0'];
  return new Promise((done, fail) => {
    execFile(newerNode, args, { maxBuffer: 1 << 26 }, (error, stdout, stderr) => {
      // A report with findings comes with an exit code of its own.
      if (stdout.trim() === '') fail(error ?? new Error(stderr));
      else done(JSON.parse(stdout) as Report);
    });
  });
}

function brokenLinks(out: string, base: string): readonly string[] {
  const files = new Set(filesIn(out));
  const isThere = (path: string) =>
    [path, `${path}index.html`, `${path}/index.html`, `${path}.html`].some((name) =>
      files.has(name.slice(1)),
    );
  return [...files]
    .filter((name) => /\.(?:html|md)$/.test(name))
    .flatMap((name) => {
      const page = `${base}/${name.replace(/index\.html$/, '')}`;
      const targets = linksIn(text(out, name), name.endsWith('.md')).map((link) => new URL(link, page));
      const own = targets.filter(({ href }) => href.startsWith(`${base}/`));
      return own
        .filter(({ pathname }) => !isThere(decodeURIComponent(pathname)))
        .map(({ href }) => `${name}: ${href}`);
    });
}

function linksIn(text: string, isMarkdown: boolean): readonly string[] {
  const pattern = isMarkdown ? /\]\(<?([^)\s>]+)/g : /\s(?:href|src)="([^"]*)"/g;
  const plain = text.replace(/<script\b.*?<\/script>/gs, '');
  const links = [...plain.matchAll(pattern)].map(([, link = '']) => link.replaceAll('&amp;', '&'));
  return links.filter((link) => link !== '' && !/^(?:#|mailto:|tel:|data:)/.test(link));
}
