import { existsSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Files, workspace, writeFiles } from '../build/workspace.js';

const GENERATORS = resolve('test/generators/node_modules');

/** A site as the documentation of its generator begins, with one line for agents. */
export interface Starter {
  readonly name: string;
  /** Folder with the generator's packages. */
  readonly modules: string;
  /** The generator's program in `modules`. */
  readonly program: string;
  readonly build: readonly string[];
  /** Its development server. */
  readonly dev?: {
    args(port: number): readonly string[];
    /** The page about green tea, and the file of its text. */
    readonly page: string;
    readonly file: string;
  };
  readonly files: Files;
  readonly outDir: string;
  /** The twin of the page about green tea, and the address of the page. */
  readonly twin: string;
  readonly url: string;
  /** True where facts of a page are in Markdown files that are read together with the pages. */
  readonly hasSources: boolean;
}

const TEXT = 'Leaves, **steamed** and dried. See the [house](/).';
const HTML = 'Leaves, <strong>steamed</strong> and dried. See the <a href="/">house</a>.';
const GREEN = `title: Green tea
date: 2024-05-06
tags: [leaf]
description: All about green tea.`;
const LATER = 'title: White tea\ndraft: true';
const LATER_TEXT = 'This is not for readers yet, nor for assistants.';

const page = (title: string, text: string) =>
  `<html lang="en"><head><title>${title}</title></head><body><main><h1>${title}</h1><p>${text}</p></main></body></html>`;

const LOCAL = ['--host', '127.0.0.1'];

/** Every starter, by the generator. */
export const starters: readonly Starter[] = [
  {
    name: 'eleventy',
    modules: resolve('node_modules'),
    program: '@11ty/eleventy/cmd.cjs',
    build: [],
    dev: { args: (port) => ['--serve', `--port=${port}`], page: '/cups/green/', file: 'leaves/green.md' },
    outDir: '_site',
    files: {
      'eleventy.config.js': `import { agentDiscovery } from 'agent-discovery-service/eleventy';
export default (config) => config.addPlugin(agentDiscovery, { baseUrl: 'https://tea.example' });
`,
      // Only Eleventy's own code can compute this address.
      'leaves/leaves.11tydata.js':
        "export default { permalink: ({ page }) => ['', 'cups', page.fileSlug, ''].join('/') };\n",
      'index.md':
        '---\nlayout: page.html\ntitle: Tea house\n---\n# Tea house\n\nOpen from nine. [Green tea](/cups/green/)\n',
      'leaves/green.md': `---\nlayout: page.html\n${GREEN}\n---\n# Green tea\n\n${TEXT}\n`,
      'leaves/later.md': `---\nlayout: page.html\n${LATER}\n---\n# White tea\n\n${LATER_TEXT}\n`,
      '_includes/page.html':
        '<html><head><title>{{ title }}</title></head><body><main>{{ content }}</main></body></html>',
    },
    twin: 'cups/green.md',
    url: 'https://tea.example/cups/green/',
    hasSources: true,
  },
  {
    name: 'vite',
    modules: resolve('node_modules'),
    program: 'vite/bin/vite.js',
    build: ['build'],
    dev: {
      args: (port) => [...LOCAL, '--strictPort', '--port', `${port}`],
      page: '/green.html',
      file: 'green.html',
    },
    outDir: 'dist',
    files: {
      'vite.config.js': `import { agentDiscovery } from 'agent-discovery-service/vite';
export default {
  plugins: [agentDiscovery({ baseUrl: 'https://tea.example' })],
  build: { rollupOptions: { input: ['index.html', 'green.html'] } },
};
`,
      'index.html': page('Tea house', 'Open.'),
      'green.html': page('Green tea', HTML),
      'pots/index.html': page('Pots', 'Made of iron.'),
    },
    twin: 'green.html.md',
    url: 'https://tea.example/green.html',
    hasSources: false,
  },
  {
    name: 'vitepress',
    modules: GENERATORS,
    program: 'vitepress/bin/vitepress.js',
    build: ['build', 'docs'],
    // Computed addresses are known only to a build.
    dev: {
      args: (port) => ['dev', 'docs', ...LOCAL, '--strictPort', '--port', `${port}`],
      page: '/leaves/green',
      file: 'docs/leaves/green.md',
    },
    outDir: 'docs/.vitepress/dist',
    files: {
      'docs/.vitepress/config.js': `import { withAgentDiscovery } from 'agent-discovery-service/vitepress';
export default withAgentDiscovery({
  title: 'Tea house',
  cleanUrls: true,
  sitemap: { hostname: 'https://tea.example' },
  // Only VitePress can compute this address.
  rewrites: (path) => path.replace('leaves/', 'cups/'),
});
`,
      'docs/index.md': '# Tea house\n\nOpen from nine.\n',
      'docs/leaves/green.md': `---\n${GREEN}\n---\n# Green tea\n\n${TEXT}\n`,
      'docs/leaves/later.md': `---\n${LATER}\n---\n# White tea\n\n${LATER_TEXT}\n`,
    },
    twin: 'cups/green.md',
    url: 'https://tea.example/cups/green',
    hasSources: true,
  },
  {
    name: 'astro',
    modules: GENERATORS,
    program: 'astro/astro.js',
    build: ['build'],
    dev: {
      args: (port) => ['dev', ...LOCAL, '--port', `${port}`],
      page: '/cups/green/',
      file: 'src/cups/green.md',
    },
    outDir: 'dist',
    files: {
      'astro.config.mjs': `import { defineConfig } from 'astro/config';
import { writeFileSync } from 'node:fs';
import { agentDiscovery } from 'agent-discovery-service/astro';
// The integration for sitemaps writes its file in this way.
const sitemap = ({ dir, pages }) => {
  const urls = pages.map(({ pathname }) => '<url><loc>https://tea.example/' + pathname + '</loc></url>');
  writeFileSync(new URL('sitemap.xml', dir), '<urlset>' + urls.join('') + '</urlset>');
};
export default defineConfig({
  site: 'https://tea.example',
  integrations: [agentDiscovery(), { name: 'sitemap', hooks: { 'astro:build:done': sitemap } }],
});
`,
      'src/content.config.ts': `import { defineCollection } from 'astro:content';
import { glob } from 'astro/loaders';
export const collections = {
  cups: defineCollection({ loader: glob({ pattern: '**/*.md', base: './src/cups' }) }),
};
`,
      'src/pages/index.astro': page('Tea house', 'Open. <a href="/cups/green/">Green tea</a>'),
      'src/pages/cups/[...id].astro': `---
import { getCollection, render } from 'astro:content';
export async function getStaticPaths() {
  return (await getCollection('cups')).map((entry) => ({ params: { id: entry.id }, props: { entry } }));
}
const { entry } = Astro.props;
const { Content } = await render(entry);
---
<html lang="en"><head><title>{entry.data.title}</title></head><body><main><h1>{entry.data.title}</h1><Content /></main></body></html>
`,
      'src/cups/green.md': `---\n${GREEN}\n---\n\n${TEXT}\n`,
      'src/cups/later.md': `---\n${LATER}\n---\n\n${LATER_TEXT}\n`,
    },
    twin: 'cups/green.md',
    url: 'https://tea.example/cups/green/',
    hasSources: true,
  },
  {
    name: 'docusaurus',
    modules: GENERATORS,
    program: '@docusaurus/core/bin/docusaurus.mjs',
    build: ['build'],
    dev: {
      args: (port) => ['start', '--no-open', ...LOCAL, '--port', `${port}`],
      page: '/cups/green',
      file: 'docs/green.md',
    },
    outDir: 'build',
    files: {
      // With "type": "module", webpack can't read the files that Docusaurus generates.
      'package.json': '{"name":"tea","private":true}',
      'docusaurus.config.js': `import { agentDiscovery } from 'agent-discovery-service/docusaurus';
export default {
  title: 'Tea house',
  url: 'https://tea.example',
  baseUrl: '/',
  presets: [['classic', { docs: { routeBasePath: '/' }, blog: false }]],
  plugins: [agentDiscovery],
};
`,
      'docs/index.md': '---\nslug: /\n---\n\n# Tea house\n\nOpen from nine.\n',
      'docs/green.md': `---\n${GREEN}\nslug: /cups/green\n---\n\n${TEXT}\n`,
      'docs/later.md': `---\ntitle: White tea\nunlisted: true\n---\n\n${LATER_TEXT}\n`,
    },
    twin: 'cups/green.md',
    url: 'https://tea.example/cups/green',
    hasSources: true,
  },
  {
    name: 'nuxt',
    modules: GENERATORS,
    program: 'nuxt/bin/nuxt.mjs',
    build: ['generate'],
    dev: {
      args: (port) => ['dev', ...LOCAL, '--port', `${port}`],
      page: '/green',
      file: 'app/pages/green.vue',
    },
    outDir: '.output/public',
    files: {
      'nuxt.config.ts': `import { agentDiscovery } from 'agent-discovery-service/nuxt';
export default defineNuxtConfig({
  compatibilityDate: '2025-11-01',
  modules: [[agentDiscovery, { baseUrl: 'https://tea.example' }]],
});
`,
      'app/app.vue': '<template><NuxtPage /></template>\n',
      'app/pages/index.vue':
        '<template><main><h1>Tea house</h1><p>Open. <NuxtLink to="/green">Green tea</NuxtLink></p></main></template>\n',
      'app/pages/green.vue': `<script setup>
useHead({ title: 'Green tea' });
</script>
<template><main><h1>Green tea</h1><p>${HTML}</p></main></template>
`,
    },
    twin: 'green.md',
    url: 'https://tea.example/green',
    hasSources: false,
  },
  {
    name: 'next',
    modules: GENERATORS,
    program: 'next/dist/bin/next',
    build: ['build'],
    dev: {
      args: (port) => ['dev', '--hostname', '127.0.0.1', '--port', `${port}`],
      page: '/green',
      file: 'app/green/page.jsx',
    },
    outDir: 'out',
    files: {
      'package.json': JSON.stringify({
        ...{ name: 'tea', private: true, type: 'module' },
        scripts: {
          build: 'next build',
          postbuild: 'agent-discovery-service build --site out --in-place --base-url https://tea.example',
        },
      }),
      // Here the packages are links to folders outside of the project.
      'next.config.mjs': `import { withAgentDiscovery } from 'agent-discovery-service/next';
export default withAgentDiscovery({ output: 'export', turbopack: { root: '/' } });
`,
      'app/layout.jsx':
        'export default ({ children }) => <html lang="en"><body><main>{children}</main></body></html>;\n',
      'app/page.jsx':
        'export default () => <><h1>Tea house</h1><p>Open. <a href="/green">Green tea</a></p></>;\n',
      'app/green/page.jsx': `export const metadata = { title: 'Green tea' };
export default () => <><h1>Green tea</h1><p>${HTML}</p></>;
`,
    },
    twin: 'green.md',
    url: 'https://tea.example/green',
    hasSources: false,
  },
];

/** A folder with the starter, in which the generator and this package are installed. */
export function install({ modules, program, files }: Starter): string {
  const site = workspace();
  writeFiles(site, { 'package.json': '{"name":"tea","private":true,"type":"module"}', ...files });
  const own = join(site, 'node_modules');
  mkdirSync(join(own, '.bin'), { recursive: true });
  // Generators keep caches in this folder, so it isn't a link.
  for (const name of existsSync(modules) ? readdirSync(modules) : [])
    if (!name.startsWith('.')) symlinkSync(join(modules, name), join(own, name));
  symlinkSync(resolve('.'), join(own, 'agent-discovery-service'));
  symlinkSync(resolve('bin/svc.js'), join(own, '.bin/agent-discovery-service'));
  const [name = ''] = program.split('/');
  symlinkSync(join(modules, program), join(own, '.bin', name.replace('@', '')));
  return site;
}

/** The environment of a generator. */
export function environment(mode: 'production' | 'development'): NodeJS.ProcessEnv {
  const { SVC_OUT: _out, VITEST: _vitest, NODE_ENV: _mode, ...env } = process.env;
  const quiet = { ASTRO_TELEMETRY_DISABLED: '1', NEXT_TELEMETRY_DISABLED: '1', NUXT_TELEMETRY_DISABLED: '1' };
  return { ...env, ...quiet, NODE_ENV: mode };
}
