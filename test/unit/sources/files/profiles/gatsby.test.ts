import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pathRuleOf } from '../../../../../src/sources/files/profiles/gatsby.js';
import { findProject } from '../../../../../src/sources/project/find-project.js';
import { publicPages } from '../../../../support/sources/files/public-pages.js';
import { folderWith, readFolder } from '../../../../support/sources/files/read-folder.js';

const page = (matter = '') => `---\ntitle: Tea\n${matter}\n---\n\nText about tea.\n`;
const CONFIG =
  "module.exports = { plugins: [{ resolve: 'gatsby-source-filesystem', options: { path: `${__dirname}/content` } }] }";
const PAGES = {
  'gatsby-config.js': CONFIG,
  'content/a/index.md': page('slug: /own/'),
  'content/b.md': page('slug: b-own'),
  'src/pages/about.md': page('slug: no'),
};

/** `gatsby-node` as a starter writes it. */
const node = (path: string, value = 'value', more = '') => `
exports.createPages = async ({ graphql, actions }) => {
  // createPage({ path: computed() })
  const { createPage } = actions
  posts.forEach((post, index) => {
    createPage({ path: ${path}, component: blogPost, context: { id: post.id } })
  })
  ${more}
}
exports.onCreateNode = ({ node, actions, getNode }) => {
  const value = createFilePath({ node, getNode })
  actions.createNodeField({ name: \`slug\`, node, ${value === 'value' ? value : `value: ${value}`} })
}`;

async function read(files: Readonly<Record<string, string>>) {
  const root = folderWith({ ...PAGES, ...files });
  const project = await findProject(root);
  return { needsBuild: project?.needsBuild, pages: Object.values(await publicPages(root)) };
}

describe('pages of Gatsby', () => {
  it('are posts in a folder whose name says so', async () => {
    const config = CONFIG.replace('/content', '/content/blog');
    const root = folderWith({
      'gatsby-config.js': config,
      'content/blog/a/index.md': page('date: 2026-01-02'),
      'src/pages/about.md': page(),
    });
    const { byKey } = await readFolder(root);
    expect(byKey.get('content/blog/a/index.md')?.type).toBe('post');
    expect(byKey.get('src/pages/about.md')?.type).toBe('page');
  });
});

describe('addresses that gatsby-node makes', () => {
  it.each([
    ['of the path of the file', node('post.fields.slug'), ['/a/', '/b/', '/about/']],
    ['with a folder', node('`/blog${post.fields.slug}`'), ['/blog/a/', '/blog/b/', '/about/']],
    [
      'with a folder in the field',
      node('post?.fields?.slug', '`/blog${value}`'),
      ['/blog/a/', '/blog/b/', '/about/'],
    ],
    ['of the front matter', node('post.frontmatter.slug'), ['/own/', '/b-own/', '/about/']],
    [
      'and others that are written out',
      node('post.fields.slug', 'value', "createPage({ path: '/tags/', component: t })"),
      ['/a/', '/b/', '/about/'],
    ],
    ['of no Markdown page', 'exports.onCreateWebpackConfig = () => {}', ['/own/', '/b-own/', '/no/']],
  ])('are read as data: %s', async (_, code, expected) => {
    const { needsBuild, pages } = await read({ 'gatsby-node.js': code });
    expect(needsBuild).toBe(false);
    expect(pages).toEqual(expected);
  });

  it('are read from the names of routes', async () => {
    const { needsBuild, pages } = await read({ 'src/pages/blog/{mdx.frontmatter__slug}.tsx': '' });
    expect([needsBuild, pages]).toEqual([false, ['/blog/own/', '/blog/b-own/', '/about/']]);
  });

  it.each([
    node('toPath(post)'),
    node('post.fields.slug', 'slugify(value)'),
    node('post.fields.other'),
    node('`/${lang}${post.fields.slug}`'),
    node('post.fields.slug', 'value', 'createPage({ component: tag, path: `/tags/${tag}/` })'),
    node('post.fields.slug', 'value', 'createPage(options)'),
    node('post.fields.slug', 'value', 'createPage({ path, component })'),
  ])('stop the build where only the code can compute them (%#)', async (code) => {
    expect((await read({ 'gatsby-node.js': code })).needsBuild).toBe(true);
  });

  it('take time in proportion to the code', () => {
    const parts = [
      'createPage({ path: ',
      '/*',
      '`',
      'createNodeField({ name: "slug", ',
      '{',
      '}',
      'x.fields.slug',
      '\n',
      '//',
    ];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...parts), { maxLength: 30 }), (words) => {
        const started = Date.now();
        pathRuleOf(folderWith({ 'gatsby-node.js': words.join('').repeat(500).slice(0, 60_000) }), '');
        expect(Date.now() - started).toBeLessThan(3000);
      }),
      { numRuns: 20 },
    );
  });
});
