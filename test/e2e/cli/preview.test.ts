import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type Preview, startPreview } from '../../../src/cli/preview.js';
import type { Terminal } from '../../../src/cli/terminal.js';
import { wxr } from '../../support/build/export.js';
import { filesIn, workspace } from '../../support/build/workspace.js';
import { runSvc } from '../../support/cli/run-svc.js';

const BODY =
  '<p><a href="/sencha/">Sencha</a> <img src="https://old.example/uploads/cup.jpg" alt="A cup"></p>';
const EXPORT = wxr([
  { id: 1, slug: 'oolong', title: 'Oolong', body: BODY },
  { id: 2, slug: 'sencha', title: 'Sencha' },
]);

function terminal(cwd: string): Terminal {
  return { env: { SOURCE_DATE_EPOCH: '1782986400' }, cwd, out: () => {}, err: () => {}, isTty: false };
}

async function withPreview(cwd: string, path: string | undefined, run: (preview: Preview) => Promise<void>) {
  const preview = await startPreview(path, { port: '0' }, terminal(cwd));
  try {
    await run(preview);
  } finally {
    await preview.close();
  }
}

afterEach(() => {
  vi.unstubAllEnvs();
});

describe('svc preview', () => {
  it('serves a site in which every link leads on', async () => {
    const cwd = workspace({ 'export.xml': EXPORT });
    await withPreview(cwd, 'export.xml', async ({ url }) => {
      expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/$/);
      const page = await (await fetch(`${url}oolong/`)).text();
      expect(page).toContain('<h1>Oolong</h1>');
      expect(page).toContain('<a href="/sencha/">Sencha</a>');
      expect(page).toContain(`<link rel="canonical" href="${url}oolong/">`);
      const twin = await fetch(`${url}oolong.md`);
      expect(twin.headers.get('content-type')).toBe('text/markdown; charset=UTF-8');
      expect((await fetch(`${url}nowhere`)).status).toBe(404);
      const picture = await fetch(`${url}uploads/cup.jpg`, { redirect: 'manual' });
      expect([picture.status, picture.headers.get('location')]).toEqual([
        302,
        'https://old.example/uploads/cup.jpg',
      ]);
    });
  });

  it('leaves nothing behind', async () => {
    const cwd = workspace({ 'export.xml': EXPORT });
    const temporary = workspace();
    vi.stubEnv('TMPDIR', temporary);
    let url = '';
    await withPreview(cwd, 'export.xml', async (preview) => {
      url = preview.url;
      expect(readdirSync(temporary)).toHaveLength(1);
    });
    expect(filesIn(cwd)).toEqual(['export.xml']);
    expect(readdirSync(temporary)).toEqual([]);
    await expect(fetch(url)).rejects.toThrow();
  });

  it('takes the configuration when there is one, but for address, output and pages', async () => {
    const config = {
      site: { url: 'https://harbour.example', name: 'Tea' },
      source: 'export.xml',
      html: 'none',
    };
    const cwd = workspace({ 'export.xml': EXPORT, 'svc.config.json': JSON.stringify(config) });
    await withPreview(cwd, undefined, async ({ url }) => {
      expect(await (await fetch(url)).text()).toContain('<h1>Tea</h1>');
    });
    expect(filesIn(cwd)).toEqual(['export.xml', 'svc.config.json']);
  });

  it('takes the configuration of the folder that it is shown', async () => {
    const config = {
      site: { url: 'https://harbour.example', name: 'Tea' },
      source: 'in',
      publicDir: 'public',
    };
    const cwd = workspace({
      'blog/in/oolong.md': '# Oolong',
      'blog/README.md': '# Notes to self',
      'blog/public/pot.svg': '<svg/>',
      'blog/svc.config.json': JSON.stringify(config),
    });
    const before = filesIn(cwd);
    await withPreview(cwd, 'blog', async ({ url }) => {
      expect(await (await fetch(url)).text()).toContain('<h1>Tea</h1>');
      expect((await fetch(`${url}oolong/`)).status).toBe(200);
      expect((await fetch(`${url}README/`)).status).toBe(404);
      expect((await fetch(`${url}pot.svg`)).headers.get('content-type')).toMatch(/^image\/svg/);
    });
    expect(filesIn(cwd)).toEqual(before);
    expect(existsSync(join(cwd, 'blog/.svc'))).toBe(false);
  });

  it('shows built pages with their pictures', async () => {
    const page = (body: string) =>
      `<!doctype html><html lang="en"><head><title>Tea</title></head><body><main><h1>Tea</h1>${body}</main></body></html>`;
    const words = `<p>${'Leaves and water. '.repeat(20)}</p>`;
    const cwd = workspace({
      '_site/index.html': page(`${words}<img src="/img/pot.svg" alt="A pot">`),
      '_site/oolong/index.html': page(words),
      '_site/img/pot.svg': '<svg/>',
    });
    await withPreview(cwd, '_site', async ({ url }) => {
      expect(await (await fetch(url)).text()).toContain('svc-style.css');
      expect(await (await fetch(`${url}img/pot.svg`)).text()).toBe('<svg/>');
    });
  });

  it('says what is wrong with a port, and what is missing', async () => {
    const cwd = workspace({ 'export.xml': EXPORT });
    const wrong = await runSvc(['preview', 'export.xml', '--port', 'x'], { cwd });
    expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('--port')]);
    await withPreview(cwd, 'export.xml', async ({ url }) => {
      const busy = await runSvc(['preview', 'export.xml', '--port', new URL(url).port], { cwd });
      expect([busy.code, busy.stderr]).toEqual([2, expect.stringContaining('the port is in use')]);
    });
    const missing = await runSvc(['preview', 'nothing.xml', '--port', '0'], { cwd });
    expect(missing.code).toBe(2);
  });
});
