import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { agentDiscovery } from '../../../src/api/docusaurus.js';
import type { BuildReport } from '../../../src/build/report.js';
import { type Files, workspace, writeFiles } from '../../support/build/workspace.js';
import { file, needs } from '../../support/needs.js';

const GENERATORS = resolve('test/generators/node_modules');
const GREEN = 'Leaves, **steamed** and dried. See the [house](/).';

/** A site as the documentation of its generator begins, with one line for agents. */
interface Starter {
  readonly name: string;
  readonly modules: string;
  readonly files: Files;
  /** The program and its arguments. */
  readonly command: readonly [string, ...string[]];
  readonly outDir: string;
  /** Addresses by file of their twins. */
  readonly twins: Readonly<Record<string, string>>;
}

const starters: readonly Starter[] = [
  {
    name: 'eleventy',
    modules: resolve('node_modules'),
    command: ['@11ty/eleventy/cmd.cjs'],
    outDir: '_site',
    files: {
      'eleventy.config.js': `import { agentDiscovery } from 'agent-discovery-service/eleventy';
export default (config) => config.addPlugin(agentDiscovery, { baseUrl: 'https://tea.example' });
`,
      'index.md': '---\nlayout: page.html\ntitle: Tea house\n---\n# Tea house\n\nOpen from nine.\n',
      'green.md': `---\nlayout: page.html\ntitle: Green tea\n---\n# Green tea\n\n${GREEN}\n`,
      '_includes/page.html':
        '<html><head><title>{{ title }}</title></head><body><main>{{ content }}</main></body></html>',
    },
    twins: { 'green.md': 'https://tea.example/green/' },
  },
  {
    name: 'vite',
    modules: resolve('node_modules'),
    command: ['vite/bin/vite.js', 'build'],
    outDir: 'dist',
    files: {
      'vite.config.js': `import { agentDiscovery } from 'agent-discovery-service/vite';
export default {
  plugins: [agentDiscovery({ baseUrl: 'https://tea.example' })],
  build: { rollupOptions: { input: ['index.html', 'green.html'] } },
};
`,
      'index.html':
        '<html><head><title>Tea house</title></head><body><main><h1>Tea house</h1><p>Open.</p></main></body></html>',
      'green.html':
        '<html><head><title>Green tea</title></head><body><main><h1>Green tea</h1><p>Leaves, <strong>steamed</strong> and dried. See the <a href="/">house</a>.</p></main></body></html>',
    },
    twins: { 'green.html.md': 'https://tea.example/green.html' },
  },
  {
    name: 'vitepress',
    modules: GENERATORS,
    command: ['vitepress/bin/vitepress.js', 'build'],
    outDir: '.vitepress/dist',
    files: {
      '.vitepress/config.js': `import { agentDiscovery } from 'agent-discovery-service/vitepress';
export default {
  title: 'Tea house',
  cleanUrls: true,
  sitemap: { hostname: 'https://tea.example' },
  buildEnd: agentDiscovery(),
};
`,
      'index.md': '# Tea house\n\nOpen from nine.\n',
      'green.md': `# Green tea\n\n${GREEN}\n`,
    },
    twins: { 'green.md': 'https://tea.example/green' },
  },
  {
    name: 'astro',
    modules: GENERATORS,
    command: ['astro/astro.js', 'build'],
    outDir: 'dist',
    files: {
      'astro.config.mjs': `import { defineConfig } from 'astro/config';
import { agentDiscovery } from 'agent-discovery-service/astro';
export default defineConfig({ site: 'https://tea.example', integrations: [agentDiscovery()] });
`,
      'src/pages/index.astro':
        '<html lang="en"><head><title>Tea house</title></head><body><main><h1>Tea house</h1><p>Open.</p></main></body></html>',
      'src/pages/green.md': `---\ntitle: Green tea\n---\n<title>Green tea</title>\n\n# Green tea\n\n${GREEN}\n`,
    },
    twins: { 'green.md': 'https://tea.example/green/' },
  },
];

/** A project in which the generator is installed, and above it this package. */
function project({ modules, files }: Starter): string {
  const folder = workspace();
  const site = join(folder, 'site');
  writeFiles(site, { 'package.json': '{"name":"tea","private":true,"type":"module"}', ...files });
  symlinkSync(modules, join(site, 'node_modules'));
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(resolve('.'), join(folder, 'node_modules/agent-discovery-service'));
  return site;
}

describe.each(starters)('a site of $name', (starter) => {
  const { name, modules, command, outDir, twins } = starter;
  const [program, ...args] = command;
  const script = join(modules, program);

  it('has files for agents after one line', {
    ...needs(file(script, `npm run test:all installs ${name}`)),
    timeout: 180_000,
  }, () => {
    const folder = project(starter);
    const env = { ...process.env, NODE_ENV: 'production', ASTRO_TELEMETRY_DISABLED: '1', SVC_OUT: undefined };
    const run = () => spawnSync(process.execPath, [script, ...args], { cwd: folder, env, encoding: 'utf8' });
    const { status, stdout, stderr } = run();
    expect(status, stdout + stderr).toBe(0);
    expect(stdout + stderr).toContain('Files for agents: llms.txt');
    const text = (path: string) => readFileSync(join(folder, outDir, path), 'utf8');
    for (const [twin, url] of Object.entries(twins)) {
      expect(text(twin)).toContain(`canonical_url: "${url}"`);
      expect(text(twin)).toContain('Leaves, **steamed** and dried. See the [house](https://tea.example/).');
      expect(text('llms.txt')).toContain(`https://tea.example/${twin}`);
    }
    expect(existsSync(join(folder, outDir, '.well-known/discovery.json'))).toBe(true);
    const before = text('llms.txt');
    expect(run().status).toBe(0);
    expect(text('llms.txt')).toBe(before);
  });
});

describe('the plugin of Docusaurus', () => {
  it('works on the folder and the address that its hook gets', async () => {
    const siteDir = workspace({
      'build/index.html':
        '<html><head><title>Tea</title></head><body><main><h1>Tea</h1><p>Green.</p></main></body></html>',
      'build/docs/cup/index.html':
        '<html><head><title>Cup</title></head><body><main><h1>Cup</h1><p>Of clay.</p></main></body></html>',
    });
    const context = { siteDir, siteConfig: { url: 'https://tea.example' } };
    const reports: BuildReport[] = [];
    const plugin = agentDiscovery(context, {
      id: 'default',
      env: {},
      onReport: (report) => reports.push(report),
    });
    await plugin.postBuild({ outDir: join(siteDir, 'build'), siteConfig: { baseUrl: '/tea/' } });
    expect(reports.map(({ baseUrl }) => baseUrl)).toEqual(['https://tea.example/tea']);
    expect(readFileSync(join(siteDir, 'build/docs/cup.md'), 'utf8')).toContain(
      'https://tea.example/tea/docs/cup/',
    );
  });
});
