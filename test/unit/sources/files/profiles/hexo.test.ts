import { describe, expect, it } from 'vitest';
import { pagesOf, withMatter } from '../../../../support/sources/files/public-pages.js';
import { folderWith, readFolder } from '../../../../support/sources/files/read-folder.js';

const PACKAGE = { 'package.json': '{"dependencies": {"hexo": "*"}}' };
const config = (...lines: readonly string[]) => ({ ...PACKAGE, '_config.yml': lines.join('\n') });
const unfenced = 'title: Größe & Tea\ndate: 2013/7/13 20:46:25\ncategories: [Big Cat, Sub]\n---\nText.\n';

describe('permalinks of Hexo', () => {
  it.each([
    [':year/:month/:day/:title/', '/2013/07/13/deep/Tea Time/'],
    [':i_month-:i_day/:name.html', '/7-13/Tea Time.html'],
    [':category/:post_title/', '/Big-Cat/Sub/große-tea/'],
    // The start of the SHA-1 of "deep/Tea Time1373748385".
    ['p/:hash/', '/p/37b8d4367fc1/'],
    [':lang/:name/', '/en/Tea Time/'],
  ])('%s', async (permalink, address) => {
    const site = config(`permalink: ${permalink}`, 'permalink_defaults: {lang: en}');
    const pages = await pagesOf({ ...site, 'source/_posts/deep/Tea Time.md': unfenced });
    expect(pages).toEqual({ 'source/_posts/deep/Tea Time.md': address });
  });

  it('have a slug of a path that has not the form of new posts, and the day of a zone as in UTC', async () => {
    const form = (name: string) => ({ ...config('permalink: :title/', `new_post_name: ${name}`) });
    const files = {
      ...form(':year-:month-:day-:title.md'),
      'source/_posts/2020-01-02-a.b.md': unfenced,
      'source/_posts/b/C# 1.2.md': unfenced,
    };
    expect(Object.values(await pagesOf(files))).toEqual(['/a.b/', '/b-C-1-2/']);
    const zone = {
      ...config('timezone: America/New_York'),
      'source/_posts/a.md': withMatter('date: 2019-02-03T02:00:00Z'),
    };
    expect(Object.values(await pagesOf(zone))).toEqual(['/2019/02/03/a/']);
  });

  it('are read from a configuration of another name', async () => {
    const files = {
      ...PACKAGE,
      '_config.next.yml': 'menu: {}',
      '_config.prod.yml': 'permalink: blog/:title/',
    };
    expect(Object.values(await pagesOf({ ...files, 'source/_posts/a.md': unfenced }))).toEqual(['/blog/a/']);
  });

  it('of pages are files, unless they end in a slash', async () => {
    const files = {
      ...config('permalink: :title/'),
      'source/a.md': withMatter('permalink: own/a'),
      'source/b.md': withMatter('permalink: own/b/'),
    };
    expect(Object.values(await pagesOf(files))).toEqual(['/own/a.html', '/own/b/']);
  });

  it('with :id need the generator', async () => {
    const root = folderWith({ ...config('permalink: :id/'), 'source/_posts/a.md': unfenced });
    expect((await readFolder(root)).warnings).toMatchObject([{ code: 'generator-not-read' }]);
  });

  it('know no slug, and files that are not rendered', async () => {
    const files = {
      ...config('skip_render: ["skip/**", raw.md]', 'source_dir: text'),
      'text/about/me.md': withMatter('slug: other'),
      'text/skip/a.md': withMatter(),
      'text/raw.md': withMatter(),
      'text/_drafts/b.md': withMatter(),
    };
    expect(await pagesOf(files)).toEqual({ 'text/about/me.md': '/about/me.html' });
  });
});

describe('tags that encrypt', () => {
  it('hold a page back, unless its password is empty', async () => {
    const { entries } = await readFolder(
      folderWith({
        ...config('encrypt:', '  tags:', '  - {name: diary, password: tide}'),
        'source/_posts/a.md': withMatter('tags: [boats, diary]'),
        'source/_posts/b.md': withMatter('tags: [diary]', "password: ''"),
        'source/_posts/c.md': withMatter('tags: [boats]'),
      }),
    );
    expect(entries.map((entry) => entry.protected)).toEqual([true, false, false]);
  });
});
