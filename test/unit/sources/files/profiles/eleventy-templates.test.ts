import { describe, expect, it } from 'vitest';
import { publicPages } from '../../../../support/sources/files/public-pages.js';
import { folderWith, readFolder } from '../../../../support/sources/files/read-folder.js';

const matter = (...lines: readonly string[]) => `---\n${['title: Tea & more', ...lines].join('\n')}\n---\n`;
const CONFIG = {
  'eleventy.config.js': '',
  '_data/site.json': '{"name": "Shop <1>", "deep": {"year": 1999}}',
};

async function read(files: Readonly<Record<string, string>>) {
  const root = folderWith({ ...CONFIG, ...files });
  const { entries, warnings } = await readFolder(root);
  const bodies = Object.fromEntries(entries.map(({ key, body }) => [key, body.trim()]));
  return { bodies, pages: await publicPages(root), warnings };
}

describe('templates of Eleventy', () => {
  it('are pages where they print values only', async () => {
    const { bodies, pages, warnings } = await read({
      'about/index.njk': `${matter('lead: "<b>Hot</b>"')}{# note #}\n<h2>{{ title }}</h2>\n    <p>{{ lead | safe }} {{ site.name }} {{ site.deep.year }}</p>{% raw %}<p>{{ kept }}</p>{% endraw %}`,
      'terms.liquid': `${matter('permalink: /legal/{{ title | slugify }}.html')}<p>{% comment %}{{ gone }}{% endcomment %}{{ title | upcase }}</p>`,
      'plain.njk': '<p>No front matter.</p>',
    });
    expect(pages).toEqual({
      'about/index.njk': '/about/',
      'plain.njk': '/plain/',
      'terms.liquid': '/legal/tea-and-more.html',
    });
    expect(bodies['about/index.njk']).toBe(
      '<h2>Tea &amp; more</h2>\n    <p><b>Hot</b> Shop &lt;1&gt; 1999</p><p>&#123;&#123; kept }}</p>',
    );
    expect(bodies['terms.liquid']).toBe('<p>TEA &amp; MORE</p>');
    expect(warnings).toEqual([]);
  });

  it('in other languages are named', async () => {
    const { pages, warnings } = await read({ 'a.webc': '<p>A</p>', 'b.11ty.js': '', '_includes/c.webc': '' });
    expect(pages).toEqual({});
    expect(warnings).toMatchObject([
      { code: 'generator-not-read', message: expect.stringContaining('a.webc') },
    ]);
    expect(warnings[0]?.message).toContain('b.11ty.js');
    expect(warnings[0]?.message).not.toContain('c.webc');
  });

  it('are named where only Eleventy can fill them', async () => {
    const { pages, warnings } = await read({
      'a.njk': `${matter()}{% for post in collections.all %}{{ post.url }}{% endfor %}`,
      'b.njk': `${matter()}{% extends "base.njk" %}`,
      'c.liquid': `${matter()}{{ content | filter }}`,
      'd.njk': `${matter('pagination:', '  data: x')}text`,
      'e.njk': `${matter()}{{ secret.value }}`,
      'f.njk': '---\ntitle: [\n---\n',
    });
    expect(pages).toEqual({});
    expect(warnings).toMatchObject([{ code: 'generator-not-read', file: 'a.njk' }]);
    expect(warnings[0]?.message).toContain('the pages of a template (b.njk)');
    expect(warnings[0]?.message).toContain('and 1 more');
  });

  it('may write something else than pages, be drafts, or lie in folders of parts', async () => {
    const { pages, warnings } = await read({
      'feed.njk': `${matter('permalink: /feed.xml')}{% for x in y %}{% endfor %}`,
      'no.njk': `${matter('permalink: false')}text`,
      'sitemap.xml.njk': `${matter()}{% for x in y %}{% endfor %}`,
      'draft.njk': `${matter('draft: true')}text`,
      '_includes/base.njk': '{{ content | safe }}',
      '.eleventyignore': 'old\n',
      'old/x.njk': 'text',
      'tea.md': `${matter()}text`,
    });
    expect(Object.keys(pages)).toEqual(['tea.md']);
    expect(warnings).toEqual([]);
  });
});
