import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { json, text, workspace } from '../../support/build/workspace.js';
import { build, failBuild, runSvc } from '../../support/cli/run-svc.js';
import { serveSite } from '../../support/sidecar/server/serving.js';

const SITE = { url: 'https://harbour.example', name: 'Harbour' };
const page = (title: string) =>
  `---\ntitle: ${title}\n---\n\n# ${title}\n\nBoats of ${title} go at noon and come back at dusk.\n`;

/** Pages by their address, without the slash at its start. */
function site(paths: readonly string[], config: object = {}): Readonly<Record<string, string>> {
  const files = paths.map((path) => [`content/${path}.md`, page(path.replace(/\W/g, ' '))]);
  const setup = { site: SITE, source: 'content', html: 'render', ...config };
  return { 'svc.config.json': JSON.stringify(setup), ...Object.fromEntries(files) };
}

async function buildPages(paths: readonly string[], config: object = {}) {
  const cwd = workspace(site(paths, config));
  const report = await build([], { cwd });
  const out = join(cwd, 'out');
  const warnings = report.warnings.map(({ code, message }) => `${code}: ${message}`);
  return { cwd, out, warnings, has: (file: string) => existsSync(join(out, file)) };
}

describe('pages with the name of a service', () => {
  it('below /api/ are published, and the read API stays', async () => {
    const { out, warnings, has } = await buildPages(['api/tides', 'api/content', 'schemas', 'svc/login']);
    expect(warnings).toEqual([]);
    for (const path of ['api/tides', 'api/content', 'schemas', 'svc/login']) {
      expect([path, has(`${path}.md`), has(`${path}/index.html`)]).toEqual([path, true, true]);
      expect(text(out, 'svc-sitemap-page-1.xml')).toContain(`harbour.example/${path}/`);
    }
    expect(has('api/index.json')).toBe(true);
  });

  it('at the address of the read API move it aside, in every document', async () => {
    const { cwd, out, warnings, has } = await buildPages(['api/index', 'api/tides']);
    expect(warnings).toEqual([
      expect.stringMatching(/^read-api-moved: .*\/api\/.*"api index" \(id \d+\) has the address \/api\//),
    ]);
    expect([has('api.md'), has('api/index.html'), has('api/index.json')]).toEqual([true, true, false]);
    const index = json<{ collections: { page_urls: string[] }[] }>(out, 'svc-api/index.json');
    expect(index.collections[0]?.page_urls[0]).toMatch(/^https:\/\/harbour\.example\/svc-api\/content\/v1\//);
    expect(text(out, '.well-known/openapi.json')).toContain('https://harbour.example/svc-api/');
    expect(text(out, 'svc-changes.json')).toContain('/svc-api/content/v1/pages/');
    expect(text(out, '.well-known/api-catalog')).not.toContain('example/api/');
    const { code, stdout } = await runSvc(['validate', '--json'], { cwd });
    expect([code, JSON.parse(stdout)]).toMatchObject([0, { ok: true }]);
  });

  it('take the place of optional documents', async () => {
    const { cwd, out, warnings } = await buildPages(['auth', 'sitemap']);
    expect(warnings).toEqual([
      expect.stringContaining("document-replaced: The document /auth.md isn't written"),
      expect.stringContaining("document-replaced: The document /sitemap.md isn't written"),
    ]);
    expect(text(out, 'auth.md')).toContain('Boats of auth');
    expect(json<{ documents: object }>(out, '.well-known/discovery.json').documents).not.toHaveProperty(
      'auth',
    );
    expect(text(out, 'llms.txt')).toContain('harbour.example/auth.md');
    const { code } = await runSvc(['validate'], { cwd });
    expect(code).toBe(0);
  });

  it('are free where a document is switched off', async () => {
    const cwd = workspace({
      ...site(['index-card']),
      'content/front.md': '---\ntitle: Front\npermalink: /index\n---\n\nThe quay at noon.\n',
      'svc.settings.json': JSON.stringify({ enable_markdown: false }),
    });
    const { warnings } = await build([], { cwd });
    expect(warnings.filter(({ skipped }) => skipped)).toEqual([]);
    expect(text(cwd, 'out/svc-sitemap-page-1.xml')).toContain('harbour.example/index</loc>');
  });
});

describe('the APIs of a sidecar', () => {
  it('never move: a page in their place is an error that names the key', async () => {
    const cwd = workspace(site(['api/svc/v1/tides'], { sidecar: true }));
    const { code, error } = await failBuild([], { cwd });
    expect([code, error.code, error['field']]).toEqual([2, 'SVC_CONFIG_INVALID', 'restPrefix']);
    expect(error.message).toMatch(/"\/api\/svc\/v1\/tides\/" of "api svc v1 tides" \(id \d+\)/);
    await build([], { cwd: workspace(site(['api/svc/v1/tides'])) });
    await build([], { cwd: workspace(site(['api/svc/v1/tides'], { sidecar: true, restPrefix: 'data' })) });
  });

  it('answer next to pages', async () => {
    const running = await serveSite({
      files: site(['api/index', 'api/tides']),
      config: { html: 'render', publicDir: undefined },
    });
    for (const path of ['/api/', '/api/tides/']) {
      expect((await running.ask(path)).text).toContain('<!doctype html>');
      const markdown = await running.ask(path, { headers: { accept: 'text/markdown' } });
      expect(markdown.headers['content-type']).toContain('text/markdown');
    }
    expect((await running.ask('/api/tides')).headers['location']).toBe('/api/tides/');
    expect((await running.ask('/api/nothing')).text).toContain('rest_no_route');
    expect((await running.ask('/api/svc/v1/settings')).status).toBe(401);
    expect(JSON.parse((await running.ask('/svc-api/content/v1/pages?per_page=1')).text)).toHaveLength(1);
    expect(JSON.parse((await running.ask('/svc-api/')).text)).toHaveProperty('collections');
    expect((await running.ask('/api/content/v1/pages')).text).toContain('rest_no_route');
  });
});
