import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { environment, install, starters } from '../../support/api/starters.js';
import { filesIn } from '../../support/build/workspace.js';
import { file, needs } from '../../support/needs.js';

const HIDDEN = /White tea|not for readers yet/;

describe.each(starters)('a site of $name', (starter) => {
  const { name, modules, program, build, outDir, twin, url, hasSources } = starter;
  const script = join(modules, program);

  it('has files for agents after one line', {
    ...needs(file(script, `npm run test:all installs ${name}`)),
    timeout: 600_000,
  }, () => {
    const site = install(starter);
    // The line for Next.js is a script of npm.
    const [command, args] =
      name === 'next' ? ['npm', ['run', 'build']] : [process.execPath, [script, ...build]];
    const run = () =>
      spawnSync(command, args, { cwd: site, env: environment('production'), encoding: 'utf8' });
    const { status, stdout, stderr } = run();
    expect(status, stdout + stderr).toBe(0);
    const text = (path: string) => readFileSync(join(site, outDir, path), 'utf8');
    const green = text(twin);
    expect(green).toContain(`canonical_url: "${url}"`);
    expect(green).toContain('Leaves, **steamed** and dried. See the [house](https://tea.example/).');
    expect(text('llms.txt')).toContain(`https://tea.example/${twin}`);
    expect(existsSync(join(site, outDir, '.well-known/discovery.json'))).toBe(true);
    // Written by an integration that is behind ours in the list.
    if (name === 'astro') expect(text('llms.txt')).toContain('(https://tea.example/sitemap.xml)');
    // Where the generator was started, and not in its content.
    expect(existsSync(join(site, '.svc'))).toBe(true);
    if (hasSources) {
      expect(green).toContain('last_updated: "2024-05-06"');
      expect(green).toContain('tags: ["leaf"]');
      expect(green).toContain('description: "All about green tea."');
      // The generator publishes the page, and its source holds it back.
      const pages = filesIn(join(site, outDir)).filter((path) => /later[^/]*(?:\/index)?\.html$/.test(path));
      expect(pages.filter((path) => HIDDEN.test(text(path)))).toHaveLength(1);
      const ours = filesIn(join(site, outDir)).filter((path) =>
        /(?:\.md|llms[\w-]*\.txt|feed\.xml)$/.test(path),
      );
      expect(ours.filter((path) => HIDDEN.test(text(path)))).toEqual([]);
    }
    // Only the fastest generators are run twice.
    if (!['eleventy', 'vite', 'vitepress', 'astro'].includes(name)) return;
    const before = text('llms.txt');
    expect(run().status).toBe(0);
    expect(text('llms.txt')).toBe(before);
  });
});
