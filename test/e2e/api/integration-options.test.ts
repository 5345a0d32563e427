import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { agentDiscovery, type IntegrationOptions } from '../../../src/api/astro.js';
import { text, workspace } from '../../support/build/workspace.js';

const page = (title: string, body: string) =>
  `<html lang="en"><head><title>${title}</title></head><body><main><h1>${title}</h1><p>${body}</p></main></body></html>`;

/** Calls the hooks as Astro does after a build. */
async function built(options: IntegrationOptions) {
  const cwd = workspace({
    'astro.config.mjs': "export default { site: 'https://tea.example' };\n",
    'src/content/green.md': '---\ntitle: Green tea\ntags: [leaf]\n---\n\nSteamed and dried.\n',
    'dist/index.html': page('Tea house', 'Open from nine. <a href="/green/">Green tea</a>'),
    'dist/green/index.html': page('Green tea', 'Steamed and dried.'),
    'dist/tags/index.html': page('Tags', 'leaf'),
  });
  const lines: string[] = [];
  const { hooks } = agentDiscovery({ env: {}, ...options });
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
  return { twin: text(cwd, 'dist/green.md'), lines };
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
    expect(lines[0]).toMatch(/^Files for agents: llms\.txt, 1 Markdown twin/);
    expect(lines).toContainEqual(expect.stringContaining('dist/tags/index.html: Pages that '));
  });
});
