import { describe, expect, it } from 'vitest';
import { twinOf } from '../../../support/content/twin-of.js';
import { folderWith, readFolder } from '../../../support/sources/files/read-folder.js';

const CONFIG = 'title: Harbour\n';

/** Reads a Hexo site with one post and one page. */
async function readSite(post: string, config = CONFIG, below = '') {
  const root = folderWith({
    '_config.yml': config,
    'package.json': '{"dependencies":{"hexo":"^7.0.0"}}',
    'README.md': '# Notes for those who edit\n',
    'source/_posts/open.md': post,
    'source/about/index.md': '---\ntitle: About\n---\nText',
    'source/_drafts/later.md': '---\ntitle: Later\n---\nText',
  });
  return readFolder(root + below);
}

describe('a Hexo site', () => {
  it.each([
    ['2013/7/13 20:46:25', Date.UTC(2013, 6, 13, 20, 46, 25)],
    ['2013/07/13', Date.UTC(2013, 6, 13)],
    ['"2013/7/3"', Date.UTC(2013, 6, 3)],
    ['13.7.2013 08:00', Date.UTC(2013, 6, 13, 8)],
    ['20130713', Date.UTC(2013, 6, 13)],
    ['2013.7.13 08:00', Date.UTC(2013, 6, 13, 8)],
    ['2013-07-13 20:46:25', Date.UTC(2013, 6, 13, 20, 46, 25)],
  ])('reads the date %s', async (date, expected) => {
    const { byKey, warnings } = await readSite(`---\ntitle: Open\ndate: ${date}\n---\nText`);
    expect([byKey.get('source/_posts/open.md')?.published, warnings]).toEqual([expected / 1000, []]);
  });

  it('shows the tag `raw` in fences, and takes it away elsewhere', async () => {
    const code = '```js\n{% raw %}{{ a }}{% endraw %}\n```';
    const { byKey } = await readSite(`---\ntitle: Open\n---\n${code}\n\n\`{% raw %}{{ b }}{% endraw %}\``);
    const { markdown } = twinOf(byKey.get('source/_posts/open.md')?.body ?? '', 'open.md');
    expect(markdown.trim()).toBe(`${code}\n\n\`{{ b }}\``);
  });

  it('shows the code of files, and links to posts with spaces in their names', async () => {
    const root = folderWith({
      '_config.yml': CONFIG,
      'package.json': '{"dependencies":{"hexo":"^7.0.0"}}',
      'source/_posts/a b.md': '---\ntitle: Tide\n---\nText',
      'source/_posts/c.md':
        "---\ntitle: C\n---\n{% post_link 'a b' %}\n\n{% include_code The code lang:ts from:2 to:2 d.js %}",
      'source/downloads/code/d.js': 'one\ntwo\nthree\n',
    });
    const { byKey } = await readFolder(root);
    expect(byKey.get('source/_posts/c.md')?.body).toContain(
      '[Tide](</a%20b/>)\n\n\n```ts title="The code"\ntwo\n```',
    );
  });

  it('links to posts by the names of their files, with their titles', async () => {
    const post =
      "---\ntitle: Open\n---\nSee {% post_link open %}, {% post_link open 'the *post*' true %}, {% post_link gone %}, [that]({% post_path open %}).";
    const { byKey } = await readSite(post.replace('title: Open', 'title: Other'), CONFIG, '');
    expect(byKey.get('source/_posts/open.md')?.body).toContain(
      'See [Other](</open/>), [the \\*post\\*](</open/>), {% post_link gone %}, [that](/open/).',
    );
  });

  it.each(['2013/13/40', '2013/7-13', '13/7/2013'])('takes %s for no date', async (date) => {
    const { warnings } = await readSite(`---\ntitle: Open\ndate: ${date}\n---\nText`);
    expect(warnings).toMatchObject([{ code: 'front-matter-date' }]);
  });

  it.each([
    ['title: H', '/2013/07/13/open/'],
    ['permalink: :year/:month/:day/:title/', '/2013/07/13/open/'],
    ['permalink: :title.html', '/open.html'],
    ['permalink: :category/:title/', '/Birds/open/'],
    ['permalink: :title.html\npretty_urls:\n  trailing_html: false', '/open'],
    ['permalink: p/:abbrlink.html', '/p/open.html'],
  ])('puts posts where its configuration says: %s', async (config, url) => {
    const post = '---\ntitle: Open day\ndate: 2013/7/13\ncategories: Birds\n---\nText';
    for (const below of ['', '/source']) {
      const { entries } = await readSite(post, config, below);
      const open = entries.filter(({ status }) => status === 'publish');
      expect(open.map((entry) => entry.url).sort()).toEqual([url, '/about/'].sort());
    }
  });

  it('names a placeholder that an extension fills', async () => {
    const { warnings } = await readSite('---\ntitle: O\n---\nText', 'permalink: p/:abbrlink.html');
    expect(warnings).toMatchObject([{ message: expect.stringContaining('the permalink ":abbrlink"') }]);
  });

  it('has categories below each other, and pinned posts by number', async () => {
    const { byKey, warnings } = await readSite(
      '---\ntitle: O\nsticky: 100\ncategories:\n- [Birds, Gulls]\n- Boats\n---\nText',
    );
    const { terms, sticky } = byKey.get('source/_posts/open.md') ?? {};
    expect([terms?.map(({ name }) => name), sticky, warnings]).toEqual([
      ['Birds', 'Gulls', 'Boats'],
      true,
      [],
    ]);
  });

  it.each([
    ['about', 'page'],
    ['links', 'page'],
    ['tags', 'tags'],
  ])('takes the type %s for a layout of its theme, unless it is a list', async (type, expected) => {
    const root = folderWith({
      '_config.yml': CONFIG,
      'source/_posts/open.md': '---\ntitle: Open\n---\nText',
      'source/about/index.md': `---\ntitle: About\ntype: ${type}\n---\nText`,
    });
    const { byKey } = await readFolder(root);
    expect(byKey.get('source/about/index.md')?.type).toBe(expected);
  });

  it('has tags of several words, and tags that are numbers', async () => {
    const { byKey } = await readSite(
      '---\ntitle: O\ntags:\n- green tea\n- 2024\ncategories: 1984\n---\nText',
    );
    const names = byKey.get('source/_posts/open.md')?.terms.map(({ name }) => name);
    expect(names).toEqual(['1984', 'green tea', '2024']);
  });
});
