import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { VerifyReport } from '../../../../src/quality/verify/report.js';
import type { Files } from '../../../support/build/workspace.js';
import { runSvc } from '../../../support/cli/run-svc.js';
import {
  bellFoundry,
  Deployment,
  faultsOf,
  headerOf,
  type Tamper,
  withHeader,
} from '../../../support/quality/verify/site.js';
import { type Served, served } from '../../../support/quality/verify/static-deployment.js';
import { until } from '../../../support/sidecar/server/serving.js';

/** The foundry with other members in its configuration and settings. */
function foundry(config: (url: string) => object, settings: object = {}): (url: string) => Files {
  return (url) => {
    const files = bellFoundry(url);
    const merge = (file: string, more: object) =>
      JSON.stringify({ ...(JSON.parse(String(files[file])) as object), ...more });
    return {
      ...files,
      'svc.config.json': merge('svc.config.json', config(url)),
      'svc.settings.json': merge('svc.settings.json', settings),
    };
  };
}

function skippedOf({ checks }: VerifyReport): readonly string[] {
  return checks.filter(({ status }) => status === 'skip').map(({ id }) => id);
}

describe('a clean deployment has no findings', () => {
  let site: Deployment | undefined;
  afterEach(() => site?.close());

  it.each<readonly [what: string, files: (url: string) => Files, skipped: readonly string[]]>([
    [
      'with a page that names another site as its source',
      (url) => ({
        ...bellFoundry(url),
        'content/guest.md':
          '---\ntitle: A guest\ncanonical: https://guest.example/bells/\n---\nBells from elsewhere.\n',
      }),
      [],
    ],
    [
      'with a sitemap and a feed of its own',
      (url) => ({
        ...foundry(() => ({ publicDir: 'public' }))(url),
        'public/sitemap.xml': `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>${url}/about/</loc></url></urlset>`,
        'public/feed.xml': '<rss version="2.0"><channel><title>Bells</title></channel></rss>',
      }),
      [],
    ],
    ['without a sidecar', foundry(() => ({ sidecar: false })), []],
    ['with the profile of scanners', foundry(() => ({ profile: 'max-readiness' })), []],
    ['with another prefix of the read API', foundry(() => ({ sidecar: false, restPrefix: 'data/v2' })), []],
    ['without signatures', foundry(() => ({}), { enable_signing: false }), ['signatures']],
    ['that no cache may keep', foundry(() => ({}), { bypass_shared_cache: true }), []],
    [
      'with everything off',
      foundry(() => ({ sidecar: false, resources: [] }), {
        enable_llms_txt: false,
        enable_llms_full: false,
        enable_markdown: false,
        enable_sitemap: false,
        enable_changes: false,
        enable_security_txt: false,
        enable_signing: false,
      }),
      ['llms', 'llms-full', 'changes', 'sitemap', 'twins', 'negotiation', 'hidden', 'shown', 'signatures'],
    ],
  ])('%s', async (_, files, skipped) => {
    site = await Deployment.start(files);
    const report = await site.verify();
    expect(faultsOf(report)).toEqual([]);
    expect(skippedOf(report)).toEqual(skipped);
  });

  it.each(['default', 'max-readiness'])('answered by svc serve, with the profile %s', async (profile) => {
    const files = foundry(() => ({ profile, resources: [] }), { enable_mcp_server: false });
    site = await Deployment.serve(files);
    const report = await site.verify();
    expect(faultsOf(report)).toEqual([]);
    expect(skippedOf(report)).toEqual([]);
  });

  it('below a folder of its host, whose own robots.txt counts too', async () => {
    const files = foundry((url) => ({
      sidecar: false,
      resources: [],
      site: { url: `${url}/bells`, name: 'Bells' },
    }));
    site = await Deployment.start(files, '/bells');
    const report = await site.verify();
    expect(faultsOf(report)).toEqual([]);
    expect(skippedOf(report)).toEqual([]);
    const closed = await site.verifyWith(({ url }, answer) =>
      url === '/robots.txt' ? served(200, {}, 'User-agent: *\nDisallow: /bells/\n') : answer,
    );
    expect(faultsOf(closed)).toEqual(['fail robots: robots-closed']);
  });
});

it('tells of a deployment of files for agents alone', async () => {
  const site = await Deployment.start(foundry(() => ({ sidecar: false, html: 'none' })));
  const report = await site.verify();
  await site.close();
  expect(faultsOf(report)).toEqual(['fail llms: llms-link-lost', 'warn sitemap: no-pages']);
  expect(JSON.stringify(report)).toContain('With html: none, a build writes no pages');
  expect(skippedOf(report)).toEqual(['negotiation', 'links']);
});

it("isn't counted as a visit by the sidecar of the same folder", async () => {
  const site = await Deployment.serve(foundry(() => ({ resources: [] }), { enable_mcp_server: false }));
  const visits = async () => {
    const { stdout } = await runSvc(['activity', 'log', '--json'], { cwd: site.cwd });
    return (JSON.parse(stdout) as { readonly total: number }).total;
  };
  await site.verify();
  expect(await visits()).toBe(0);
  await fetch(`${site.url}/llms.txt`);
  await until(async () => (await visits()) === 1);
  await site.close();
});

it('of a sidecar too, which answers at the address of the home page', async () => {
  const site = await Deployment.serve(
    foundry(() => ({ html: 'none', resources: [] }), { enable_mcp_server: false }),
  );
  const report = await site.verify();
  await site.close();
  expect(faultsOf(report)).toEqual(['warn sitemap: no-pages']);
});

/** A host of files: neither `OPTIONS` nor negotiation. */
const filesOnly: Tamper = ({ method, headers }, answer) => {
  if (method === 'OPTIONS') return served(405, {});
  const isNegotiated = headers.accept?.includes('markdown') && headerOf(answer, 'x-robots-tag') === '';
  return isNegotiated && headerOf(answer, 'content-type').startsWith('text/markdown')
    ? served(
        200,
        { 'Content-Type': 'text/html; charset=UTF-8', Vary: 'Accept' },
        '<!doctype html><p>E flat</p>',
      )
    : answer;
};

/** A host that sets no header but a type by the ending of the name. */
function bare(answer: Served, server: string): Served {
  const type = headerOf(answer, 'content-type');
  const isKnown = /html|json; charset|plain|markdown|xml/.test(type) && !type.includes('linkset');
  return {
    ...answer,
    headers: [
      ['Content-Type', isKnown ? type : 'application/octet-stream'],
      ['Server', server],
      ...answer.headers.filter(([name]) => name.toLowerCase() === 'location'),
    ],
  };
}

const bareFiles =
  (server: string): Tamper =>
  async (request, answer) => {
    const plain = await filesOnly(request, answer);
    return plain === 'hang-up' ? plain : bare(plain, server);
  };

describe('what a host cannot do', () => {
  let site: Deployment;
  beforeAll(async () => {
    site = await Deployment.start(foundry(() => ({ sidecar: false })));
  });
  afterAll(() => site.close());

  it('is told as a limit where nothing but files is served', async () => {
    const report = await site.verifyWith(filesOnly);
    const rows = faultsOf(report).filter((row) => !/^warn links/.test(row));
    expect(rows).toEqual(['warn preflight: limit-preflight', 'warn negotiation: limit-negotiation']);
    expect(report).toMatchObject({ ok: true, host: 'a host of files' });
    const found = report.checks.flatMap(({ findings }) => findings);
    expect(found[0]?.message).toContain('This is a limit of a host of files.');
  });

  it('is told of GitHub Pages, which sets no headers', async () => {
    const report = await site.verifyWith(bareFiles('GitHub.com'));
    expect(report).toMatchObject({ ok: true, host: 'GitHub Pages' });
    expect(faultsOf(report)).toEqual(
      expect.arrayContaining([
        'warn types: limit-headers limit-types',
        'warn cors: limit-headers',
        'warn caching: limit-headers',
        'warn signatures: limit-headers',
      ]),
    );
  });

  it('is not told of a host that only lacks its rules', async () => {
    const report = await site.verifyWith(bareFiles('nginx'));
    expect(report.ok).toBe(false);
    expect(faultsOf(report)).toEqual(
      expect.arrayContaining([
        'fail types: sniffing type-wrong',
        'fail cors: cors-missing',
        'fail caching: cache-control-missing stored',
        'fail signatures: unsigned',
        'warn preflight: limit-preflight',
      ]),
    );
  });
});

describe('compression on the way', () => {
  let site: Deployment;
  beforeAll(async () => {
    site = await Deployment.start();
  });
  afterAll(() => site.close());

  const compress =
    (change: (body: Buffer) => Buffer, vary = true): Tamper =>
    ({ headers }, answer) => {
      const isAccepted = headers['accept-encoding']?.includes('gzip');
      const isSigned = headerOf(answer, 'signature') !== '';
      if (!isAccepted || isSigned || answer.body.length === 0) return answer;
      const coded = withHeader({ ...answer, body: change(answer.body) }, 'Content-Encoding', 'gzip');
      return vary ? withHeader(coded, 'Vary', `${headerOf(answer, 'vary')}, Accept-Encoding`) : coded;
    };

  it('is well where it is said and can be undone, and signed documents are left alone', async () => {
    expect(faultsOf(await site.verifyWith(compress(gzipSync)))).toEqual([]);
  });

  it.each<readonly [what: string, tamper: Tamper, row: string]>([
    ['cannot be undone', compress((body) => body), 'fail compression: compression-broken'],
    [
      'gives another text',
      compress((body) => gzipSync(`${body.toString()} `)),
      'fail compression: compression-differs',
    ],
    ['is not said in Vary', compress(gzipSync, false), 'warn compression: compression-vary'],
  ])('is found where it %s', async (_, tamper, row) => {
    expect(faultsOf(await site.verifyWith(tamper))).toEqual([row]);
  });

  it('is found in llms-full.txt that is not whole', async () => {
    const report = await site.verifyWith(({ url }, answer) =>
      url === '/llms-full.txt' ? { ...answer, body: Buffer.from('Kesselring Bells\n') } : answer,
    );
    expect(faultsOf(report)).toEqual(['warn llms-full: llms-full-title']);
  });
});
