import { describe, expect, it } from 'vitest';
import { folderWith, readFolder } from '../../../../support/sources/files/read-folder.js';

const TEXT = '# Tea\n\nText.\n';

async function read(names: readonly string[], more: Readonly<Record<string, string>>) {
  const files = { ...Object.fromEntries(names.map((name) => [name, TEXT])), ...more };
  const { entries } = await readFolder(folderWith(files));
  return Object.fromEntries(entries.map(({ ref, url, lang }) => [ref, lang ? `${lang} ${url}` : url]));
}

describe('the addresses of', () => {
  it('VuePress end in .html, and its locales are folders', async () => {
    const config = `export default defineUserConfig({ locales: { '/': { lang: 'en-US' }, '/zh/': { lang: 'zh-CN' } } })`;
    const names = ['docs/README.md', 'docs/guide/index.md', 'docs/guide/tea.md', 'docs/zh/guide/tea.md'];
    const own = { 'docs/cup.md': `---\npermalink: /mug/\n---\n${TEXT}` };
    expect(await read(names, { 'docs/.vuepress/config.ts': config, ...own })).toEqual({
      'docs/README.md': 'en-US /',
      'docs/guide/index.md': 'en-US /guide/',
      'docs/guide/tea.md': 'en-US /guide/tea.html',
      'docs/zh/guide/tea.md': 'zh-CN /zh/guide/tea.html',
      'docs/cup.md': 'en-US /mug/',
    });
  });

  it.each([
    ['', '.html'],
    ['route: { cleanUrls: true, exclude: ["en/old/**"] },', ''],
  ])('Rspress have no folder for the standard language: %s', async (route, end) => {
    const config = `export default defineConfig({ root: 'docs', lang: 'en', ${route} locales: [{ lang: 'en' }, { lang: 'zh' }] })`;
    const names = ['docs/en/guide/tea.mdx', 'docs/zh/guide/tea.mdx', 'docs/en/_part.mdx', 'README.md'];
    const old = end === '' ? { 'docs/en/old/a.md': TEXT } : {};
    expect(await read(names, { 'rspress.config.ts': config, ...old })).toEqual({
      'docs/en/guide/tea.mdx': `en /guide/tea${end}`,
      'docs/zh/guide/tea.mdx': `zh /zh/guide/tea${end}`,
    });
  });

  it('Vocs are those of the files in its folder of pages', async () => {
    const names = [
      'site/pages/index.mdx',
      'site/pages/guide/index.mdx',
      'site/pages/guide/tea.mdx',
      'site/a.md',
    ];
    const config = { 'site/vocs.config.ts': `export default defineConfig({ rootDir: '.' })` };
    expect(Object.values(await read(names, config)).sort()).toEqual(['/', '/guide', '/guide/tea']);
  });
});
