import { describe, expect, it } from 'vitest';
import { folderWith, readFolder } from '../../../../support/sources/files/read-folder.js';

/** A configuration that leaves out the folder `wiki` and the file `plan.md`, and the folder of the content. */
type Row = readonly [generator: string, content: string, config: Readonly<Record<string, string>>];

const ROWS: readonly Row[] = [
  [
    'Astro',
    'src/content/blog',
    {
      'astro.config.mjs': "export default { site: 'https://a.example' };",
      'src/content.config.ts':
        "import { glob } from 'astro/loaders';\nexport const collections = { blog: defineCollection({ loader: glob({ pattern: ['**/*.md', '!wiki/**', '!plan.md'], base: './src/content/blog' }) }) };",
    },
  ],
  [
    'Docusaurus',
    'docs',
    {
      'docusaurus.config.js':
        "module.exports = { title: 'x', url: 'https://d.example', baseUrl: '/', presets: [['classic', { docs: { exclude: ['wiki', 'plan.md'] } }]] };",
    },
  ],
  [
    'Eleventy',
    'src',
    {
      'eleventy.config.js':
        "module.exports = (config) => { config.setInputDirectory('src'); config.ignores.add('src/wiki/**/*'); config.ignores.add('src/plan.md'); };",
    },
  ],
  [
    'Fumadocs',
    'content/docs',
    {
      'source.config.ts':
        "import { defineDocs } from 'fumadocs-mdx/config';\n\nexport const docs = defineDocs({\n  dir: 'content/docs',\n  meta: { files: ['**/meta.json'] },\n  docs: { files: ['**/*.md', '!wiki', '!plan.md'] },\n});\n",
    },
  ],
  [
    'Gatsby',
    'content',
    {
      'gatsby-config.js':
        "module.exports = { plugins: [{ resolve: 'gatsby-source-filesystem', options: { name: 'c', path: `${__dirname}/content`, ignore: ['**/wiki', `${__dirname}/content/plan.md`] } }] };",
    },
  ],
  [
    'Hugo',
    'content',
    {
      'hugo.toml':
        '[[module.mounts]]\nsource = "content"\ntarget = "content"\nfiles = ["! wiki/**", "! plan.md", "**"]\n',
    },
  ],
  [
    'Nuxt Content',
    'content',
    {
      'nuxt.config.ts':
        "export default defineNuxtConfig({ content: { ignores: ['wiki', 'plan\\\\.md$'] } });",
    },
  ],
  [
    'Pelican',
    'content',
    {
      'pelicanconf.py':
        "PATH = 'content'\nARTICLE_EXCLUDES = (\n    'pages',  # pages\n    'wiki/',\n)\nIGNORE_FILES = ['.#*']\nIGNORE_FILES += ['pl*.md']\n",
    },
  ],
  [
    'Sphinx',
    '.',
    {
      'conf.py':
        "exclude_patterns = ['_build']\nexclude_patterns.append('wiki')\nif True:\n    exclude_patterns.extend(['plan.md'])\n",
    },
  ],
];

describe('files that the configuration of a generator excludes', () => {
  it.each(ROWS)('%s', async (_generator, content, config) => {
    const page = '---\ntitle: Tea\ndate: 2026-01-01\n---\n\nText.\n';
    const names = ['open.md', 'plan.md', 'wiki/a.md', 'wiki/deep/b.md'];
    const pages = names.map((name) => [content === '.' ? name : `${content}/${name}`, page]);
    const { entries } = await readFolder(folderWith({ ...config, ...Object.fromEntries(pages) }));
    const open = entries.filter(({ status }) => status === 'publish').map(({ ref }) => ref);
    expect(open).toEqual([pages[0]?.[0]]);
  });
});
