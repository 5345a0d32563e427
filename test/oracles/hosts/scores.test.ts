import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Serving } from '../../../src/api/start-server.js';
import { freePort } from '../../support/free-port.js';
import { serveBuilt } from '../../support/hosts/serve-built.js';
import { type RunningServer, startServer, webServer } from '../../support/hosts/servers.js';
import { type BuiltSite, buildSite } from '../../support/hosts/site.js';
import { file, NEWER_NODE, needs, newerNode } from '../../support/needs.js';

const AFDOCS = 'test/checkers/node_modules/afdocs/bin/afdocs.mjs';
const AFDOCS_FILE = file(AFDOCS, 'npm run test:all installs it');

/**
 * Findings that do not cost a point of the score: `llms.txt` leads to three documents that are no pages (the index of
 * everything, the feed and the sitemap), and `/.md`, its copy, does not point at itself.
 */
const ABOUT_LLMS = ['llms-txt-directive-html', 'llms-txt-directive-md', 'content-start-position'];

/** As many nights as a small site has pages. */
function pages(): Readonly<Record<string, string>> {
  const names = ['Moon', 'Saturn', 'Vega', 'Mizar', 'Andromeda', 'Jupiter', 'Albireo', 'Mars'];
  const nights = Array.from({ length: 64 }, (_, index) => {
    const name = names[index % names.length] ?? '';
    const date = new Date(Date.UTC(2025, 0, 1 + index * 3)).toISOString().slice(0, 10);
    const text = [
      `---\ntitle: Night ${index + 1}, ${name}\ndescription: What the neighbours saw of ${name} from the dome, and what they wrote in the book about it.\ndate: ${date}\n---\n`,
      `We opened the dome at dusk, when the last ferry had gone, and looked for ${name}. It took ${index + 2} turns of the wheel to find it, one more than the night before, because the wind had pushed the dome a little to the east.`,
      'The stove was lit twice. Somebody brought soup, and nobody brought a spoon, so the soup was drunk from the lids of lens cases, which were washed afterwards and have smelled of leeks ever since.',
      `## What we saw\n\nA little of ${name}, and then the mast of the ferry, which somebody names every night. The sky was dark enough for the fourth magnitude, and the lamp at the jetty was the only thing to complain of.`,
      'Later the cloud came in from the strait, first over the low stars and then over the high ones, and we sat by the stove and told each other which of them were still there. A child said that clouds are where the dark is kept while it is not needed. Nobody could think of anything better, and it was written into the book in her own hand, with a drawing of the cloud and of the place where the moon had been.',
      `## What we wrote down\n\nThe time, the wind, and who held the lantern. Visitor number ${index * 7 + 11} asked why the dome has no roof, and was shown the roof.`,
    ].join('\n\n');
    return [`content/nights/night-${index + 1}.md`, text] as const;
  });
  return Object.fromEntries(nights);
}

describe.each(['nginx', 'svc serve'] as const)('max-readiness on %s', (name) => {
  const wanted = name === 'nginx' ? [webServer('nginx')] : [];
  let site: BuiltSite;
  let server: RunningServer | Serving | undefined;
  let url = '';

  beforeAll(async () => {
    const port = await freePort();
    url = `http://127.0.0.1:${port}`;
    site = await buildSite({ hosts: ['nginx'], url, profile: 'max-readiness', files: pages() });
    server = name === 'nginx' ? await startServer('nginx', site, { port }) : await serveBuilt(site, port);
  });

  afterAll(async () => {
    if (server !== undefined) await ('stop' in server ? server.stop() : server.close());
  });

  it('agent-readability gives 100', needs(...wanted), async () => {
    const bin = 'node_modules/@vercel/agent-readability/dist/cli/index.cjs';
    const report = (await run(process.execPath, bin, 'audit', `${url}/nights/night-7/`, '--json')) as {
      readonly score: number;
      readonly categories: Readonly<
        Record<string, { readonly checks: readonly { name: string; passed: boolean; detail?: string }[] }>
      >;
    };
    const checks = Object.values(report.categories).flatMap((category) => category.checks);
    expect(checks.filter(({ passed }) => !passed)).toEqual([]);
    expect(report.score).toBe(100);
  });

  it('afdocs gives 100', needs(...wanted, AFDOCS_FILE, NEWER_NODE), async () => {
    const bin = AFDOCS;
    const options = [
      '--format',
      'json',
      '--score',
      '--sampling',
      'deterministic',
      '--max-links',
      '100',
      '--request-delay',
      '0',
    ];
    const report = (await run(newerNode, bin, 'check', url, ...options)) as {
      readonly results: readonly {
        readonly id: string;
        readonly status: string;
        readonly message: string;
      }[];
      readonly scoring: { readonly overall: number };
    };
    const failed = report.results.filter(({ status }) => status === 'fail' || status === 'warn');
    expect(failed.map(({ id }) => id).filter((id) => !ABOUT_LLMS.includes(id))).toEqual([]);
    expect(report.scoring.overall).toBe(100);
  });
});

function run(program: string, script: string, ...args: readonly string[]): Promise<unknown> {
  return new Promise((done, fail) => {
    execFile(program, [resolve(script), ...args], { maxBuffer: 1 << 26 }, (error, stdout, stderr) => {
      // A report with findings comes with an exit code of its own.
      if (stdout.trim() === '') fail(error ?? new Error(stderr));
      else done(JSON.parse(stdout));
    });
  });
}
