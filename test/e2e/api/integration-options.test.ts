import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { agentDiscovery, type IntegrationOptions } from '../../../src/api/astro.js';
import { text, workspace } from '../../support/build/workspace.js';
import { NOW, runSvc, TEST_KEY } from '../../support/cli/run-svc.js';

const page = (title: string, body: string) =>
  `<html lang="en"><head><title>${title}</title></head><body><main><h1>${title}</h1><p>${body}</p></main></body></html>`;

const ENV = { SOURCE_DATE_EPOCH: String(NOW), SVC_SIGNING_KEY: TEST_KEY };

/** Calls the hooks as Astro does after a build. */
async function built(options: IntegrationOptions) {
  const cwd = workspace({
    'astro.config.mjs': "export default { site: 'https://tea.example' };\n",
    'src/content/idea.md': '---\ntitle: Idea\ndraft: true\n---\n\nNot yet.\n',
    'src/content/green.md': '---\ntitle: Green tea\ntags: [leaf]\n---\n\nSteamed and dried.\n',
    'dist/index.html': page('Tea house', 'Open from nine. <a href="/green/">Green tea</a>'),
    'dist/idea/index.html': page('Idea', 'Not yet.'),
    'dist/green/index.html': page('Green tea', 'Steamed and dried.'),
    'dist/tags/index.html': page('Tags', 'leaf'),
  });
  const lines: string[] = [];
  const { hooks } = agentDiscovery({ env: ENV, ...options });
  const config = { site: 'https://tea.example', base: '/', root: pathToFileURL(`${cwd}/`) };
  const logger = { info: (line: string) => lines.push(line) };
  const dir = pathToFileURL(`${cwd}/dist/`);
  const builds: (() => Promise<void>)[] = [];
  hooks['astro:config:setup']({
    updateConfig: ({ integrations }) =>
      builds.push(...integrations.map((added) => () => added.hooks['astro:build:done']({ dir, logger }))),
  });
  hooks['astro:config:done']({ config });
  for (const build of builds) await build();
  return { cwd, twin: text(cwd, 'dist/green.md'), lines };
}

describe('an integration', () => {
  it('takes facts from the sources unless told not to', async () => {
    expect((await built({})).twin).toContain('tags: ["leaf"]');
    const { twin } = await built({ sources: false });
    expect(twin).toContain('Steamed and dried.');
    expect(twin).not.toContain('leaf');
  });

  it('names the file of a warning', async () => {
    const { lines } = await built({});
    expect(lines[0]).toMatch(/^Files for agents: llms\.txt, 1 Markdown twin, 1 held back, /);
    expect(lines).toContainEqual(expect.stringContaining('dist/tags/index.html: Pages that '));
  });

  it('is remembered: svc validate and svc check need no flags', async () => {
    const { cwd } = await built({});
    // As by a generator that writes it after the integration.
    writeFileSync(join(cwd, 'dist/sitemap.xml'), '<urlset/>');
    const validation = await runSvc(['validate', 'dist'], { cwd });
    expect(validation.stdout).toMatch(/^Valid: \d+ documents in dist/);
    const check = JSON.parse((await runSvc(['check', '--json'], { cwd })).stdout) as {
      readiness: readonly { id: string; status: string }[];
    };
    expect(check.readiness.find(({ id }) => id === 'llms')?.status).toBe('pass');
  });

  it('and svc init after it keep the files in the built folder', async () => {
    const { cwd } = await built({});
    await runSvc(['init'], { cwd });
    expect(text(cwd, 'svc.config.yaml')).toMatch(/^inPlace: true$/m);
    expect((await runSvc(['validate'], { cwd })).stdout).toMatch(/^Valid: \d+ documents in dist/);
    const build = await runSvc(['build', '--json'], { cwd });
    expect(JSON.parse(build.stdout)).toMatchObject({ ok: true, added: [], removed: [] });
  });
});
