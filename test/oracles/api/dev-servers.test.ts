import { type ChildProcess, spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { environment, install, starters } from '../../support/api/starters.js';
import { writeFiles } from '../../support/build/workspace.js';
import { freePort } from '../../support/free-port.js';
import { file, needs } from '../../support/needs.js';

let server: ChildProcess | undefined;
afterEach(() => {
  server?.kill();
  server = undefined;
});

/** Waits until a server answers. */
async function ready(origin: string): Promise<void> {
  for (let tries = 0; tries < 600; tries += 1) {
    const answer = await fetch(origin).catch(() => undefined);
    if (answer?.ok === true) return;
    await setTimeout(200);
  }
  throw new Error(`${origin} does not answer`);
}

describe.each(starters.filter(({ dev }) => dev !== undefined))(
  'the development server of $name',
  (starter) => {
    const { name, modules, program, dev = { args: () => [], page: '', file: '' }, outDir, files } = starter;
    const script = join(modules, program);

    it('answers with the twins of its pages', {
      ...needs(file(script, `npm run test:all installs ${name}`)),
      timeout: 300_000,
    }, async () => {
      const site = install(starter);
      const port = await freePort();
      server = spawn(process.execPath, [script, ...dev.args(port)], {
        cwd: site,
        env: environment('development'),
        stdio: 'ignore',
      });
      const origin = `http://127.0.0.1:${port}`;
      await ready(`${origin}/`);
      const twin = `${dev.page.replace(/\/$/, '')}.md`;
      const get = async (path: string, accept = '*/*') => {
        const answer = await fetch(origin + path, { headers: { accept } });
        return { answer, text: await answer.text() };
      };

      const { answer, text } = await get(twin);
      expect(text).toContain('Leaves, **steamed** and dried.');
      expect(text).toContain(`canonical_url: "${origin}${dev.page}"`);
      expect(answer.headers.get('content-type')).toBe('text/markdown; charset=utf-8');
      expect(answer.headers.get('cache-control')).toBe('no-store');
      expect(answer.headers.get('x-robots-tag')).toBe('noindex');
      expect((await get(dev.page, 'text/markdown')).text).toBe(text);

      // People and modules get what they got before.
      const page = await get(dev.page, 'text/html');
      expect(page.answer.headers.get('content-type')).toMatch(/^text\/html/);
      expect((await get('/nothing.md')).text).not.toContain('canonical_url');
      // Eleventy doesn't answer this.
      const outside = await Promise.race([get('/%2e%2e%2f%2e%2e%2fpackage.md'), setTimeout(5000)]);
      expect(outside?.text ?? '').not.toContain('canonical_url');

      // Without a slash at the end, Vite answers with the front page.
      if (name === 'vite') expect((await get('/pots.md')).text).toContain('Made of iron.');

      // A change is there at once, and nothing is written to the project.
      writeFiles(site, { [dev.file]: String(files[dev.file]).replace('dried', 'rolled') });
      await expect.poll(async () => (await get(twin)).text, { timeout: 20_000 }).toContain('and rolled.');
      const ours = ['out', '.svc', 'deploy', ...(name === 'eleventy' ? [] : [outDir])];
      expect(readdirSync(site).filter((file) => ours.includes(file))).toEqual([]);
      const { answer: indexed, text: index } = await get('/llms.txt');
      expect(indexed.headers.get('content-type')).toBe('text/plain; charset=utf-8');
      const discovery = await get('/.well-known/discovery.json');
      expect(JSON.parse(discovery.text)).toMatchObject({ documents: { llms: `${origin}/llms.txt` } });
      if (name !== 'vitepress' && name !== 'docusaurus') return;
      expect(index).toContain(twin);
      expect(index).not.toContain('White tea');
    });
  },
);
