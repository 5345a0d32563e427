import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { type WritingSite, writingSite } from '../../../../support/sidecar/abilities/write/writing.js';

const MEDIA = `[
{"id":41,"url":"https://old.example/up/old-crane-300x200.jpg","alt":"old-crane","title":"The crane","mime":"image/jpeg"},
{"id":42,"url":"https://old.example/up/lamp.png","alt":"A lit lamp","title":"Lamp","mime":"image/png","parent":3},
{"id":43,"url":"https://old.example/up/prices.pdf","title":"Prices","mime":"application/pdf"}
]
`;
const BODY = `<p>Cranes.</p>
<figure><img class="wp-image-41 big" src="https://old.example/up/old-crane-300x200.jpg" alt="old-crane"></figure>
<p><img src='/up/lamp.png' data-alt="x" alt="">, <img src="/up/b.png?x=1&amp;y=2" alt='The "b"'></p>
<figure><img src="/up/c.png" alt=""><figcaption>Words below</figcaption></figure>
`;
const CRANES = 'content/posts/cranes.html';
const LIBRARY = 'content/_media.json';

/** A folder as \`svc import\` makes it. */
async function imported(): Promise<WritingSite> {
  const page = (id: number, title: string, more: string, body: string) =>
    `---\nid: ${id}\ntitle: ${title}\nslug: ${title.toLowerCase()}\nurl: /${title.toLowerCase()}/\ntype: post\ndate: 2026-01-0${id}T00:00:00Z\n${more}---\n\n${body}`;
  return writingSite({
    files: {
      'content/_svc.yml': 'title: Harbour\nurl: https://old.example\n',
      [LIBRARY]: MEDIA,
      [CRANES]: page(1, 'Cranes', 'image: 41\n', BODY),
      'content/posts/lamps.html': page(
        2,
        'Lamps',
        'image: https://old.example/up/lamp.png\n',
        '<p>Lamps.</p>\n',
      ),
      'content/posts/ropes.html': page(3, 'Ropes', 'authors: [author]\n', '<p>No image.</p>\n'),
      'content/posts/more.html': page(
        4,
        'More',
        'image: 41\n',
        '<p>More.</p>\n<p><img src="/up/only.png"></p>\n',
      ),
      'content/posts/plans.html': page(5, 'Plans', 'status: draft\n', '<p>No image.</p>\n'),
      'public/robots.txt': '',
    },
  });
}

describe('describe-image', () => {
  let writing: WritingSite;

  beforeAll(async () => {
    writing = await imported();
    await writing.account('administrator');
  }, 60_000);

  it('writes over the name of a file, and nothing else of the library [5.1-describe-refreshed] [3-image-all-pages]', async () => {
    const output = await writing.done('describe-image', {
      post_id: 1,
      alt: ' A crane  lifts a <b>boat</b> ',
    });
    expect(output).toMatchObject({
      attachmentId: 41,
      postId: 1,
      image: 'The crane',
      alt: 'A crane lifts a boat',
      previous: 'old-crane',
      changed: true,
    });
    expect([...(output['refreshed'] as number[])].sort()).toEqual([1, 4]);
    expect(writing.file(LIBRARY)).toBe(MEDIA.replace('"alt":"old-crane"', '"alt":"A crane lifts a boat"'));
    expect(await writing.page('/more/')).toContain('A crane lifts a boat');
  });

  it('adds a description where there was none, by the id of the image', async () => {
    const before = writing.file(LIBRARY);
    const output = await writing.done('describe-image', {
      attachment_id: 42,
      alt: 'A lamp in fog',
      replace: true,
    });
    expect(output).toMatchObject({ postId: 0, previous: 'A lit lamp', changed: true });
    expect(writing.file(LIBRARY)).toBe(before.replace('A lit lamp', 'A lamp in fog'));
  });

  it.each([
    ['both aims [5.1-describe-aim]', { post_id: 1, attachment_id: 41 }, 400, 'svc_two_targets'],
    ['no aim [5.1-describe-aim]', {}, 400, 'svc_no_target'],
    ['a page that is not there', { post_id: 99 }, 404, 'svc_not_found'],
    ['a page without an image', { post_id: 3 }, 409, 'svc_no_featured_image'],
    ['a file that is no image', { attachment_id: 43 }, 400, 'svc_not_an_image'],
    ['an id of nothing', { attachment_id: 7 }, 400, 'svc_not_an_image'],
    [
      'an empty text [5.1-describe-replace]',
      { attachment_id: 42, alt: ' <i></i>', replace: true },
      400,
      'svc_empty_alt',
    ],
    ['a long text', { attachment_id: 42, alt: 'é'.repeat(251), replace: true }, 400, 'svc_alt_too_long'],
    ['an image that is described [5.1-describe-replace]', { post_id: 1 }, 409, 'svc_already_described'],
  ])('refuses %s', async (_, input, status, code) => {
    const before = writing.state(LIBRARY);
    const ran = await writing.run('describe-image', { alt: 'New words', ...input });
    expect([ran.status, ran.code]).toEqual([status, code]);
    expect(writing.state(LIBRARY)).toEqual(before);
  });

  it('quotes what is there, and is content with the same words', async () => {
    const { message } = await writing.run('describe-image', { post_id: 1, alt: 'Other words' });
    expect(message).toContain('A crane lifts a boat');
    const before = writing.state(LIBRARY);
    const same = await writing.done('describe-image', { post_id: 1, alt: 'A crane lifts a boat' });
    expect(same).toMatchObject({ changed: false, refreshed: [] });
    expect(writing.state(LIBRARY)).toEqual(before);
  });

  it.each([
    ['subscriber', { attachment_id: 41 }, 403, 'rest_ability_cannot_execute'],
    ['author', { attachment_id: 41 }, 403, 'rest_ability_cannot_execute'],
    ['author', { attachment_id: 42 }, 409, 'svc_already_described'],
    ['author', { post_id: 3 }, 409, 'svc_no_featured_image'],
    ['administrator', { post_id: 5 }, 409, 'svc_no_featured_image'],
    ['author', { post_id: 5 }, 403, 'rest_ability_cannot_execute'],
    ['author', { post_id: 99 }, 403, 'rest_ability_cannot_execute'],
    ['subscriber', { post_id: 3 }, 403, 'rest_ability_cannot_execute'],
  ])('is for those who may edit the image: %s %j [5-per-post-edit]', async (role, input, status, code) => {
    const before = writing.state(LIBRARY);
    const ran = await writing.run('describe-image', { alt: 'Words', ...input }, role);
    expect([ran.status, ran.code]).toEqual([status, code]);
    expect(writing.state(LIBRARY)).toEqual(before);
  });
});

describe('describe-image in a folder without a library', () => {
  it('begins one, and writes a text that the page has of its own', async () => {
    const writing = await writingSite({
      files: {
        'content/tea.md': '---\ntitle: Tea\nid: 1\nimage: /img/tea-cup.jpg\n---\n\nHot.\n',
        'content/oil.md':
          '---\ntitle: Oil\nid: 2\nimage: /img/tea-cup.jpg\nimageAlt: tea-cup\n---\n\nCold.\n',
        'public/robots.txt': '',
      },
    });
    const first = await writing.done('describe-image', { post_id: 1, alt: 'A cup of tea' });
    expect(JSON.parse(writing.file(LIBRARY))).toEqual([
      { id: first['attachmentId'], url: '/img/tea-cup.jpg', alt: 'A cup of tea' },
    ]);
    expect(await writing.page('/tea/')).toContain('A cup of tea');
    const input = { post_id: 2, alt: 'A cup, seen from above' };
    const before = [writing.state('content/oil.md'), writing.state(LIBRARY)];
    const refused = await writing.run('describe-image', input);
    expect([refused.status, refused.code]).toEqual([409, 'svc_already_described']);
    expect(refused.message).toContain('A cup of tea');
    expect([writing.state('content/oil.md'), writing.state(LIBRARY)]).toEqual(before);
    const second = await writing.done('describe-image', { ...input, replace: true });
    expect(second).toMatchObject({ attachmentId: first['attachmentId'], previous: 'tea-cup' });
    expect(writing.file('content/oil.md')).toContain('imageAlt: A cup, seen from above\n');
    expect(writing.file(LIBRARY)).toContain('A cup, seen from above');
  }, 60_000);
});

describe('describe-image of a page that has a text of its own', () => {
  const page = (id: number, author: string) =>
    `---\nid: ${id}\ntitle: Page ${id}\nslug: page-${id}\nurl: /page-${id}/\ntype: post\ndate: 2026-01-01T00:00:00Z\nimage: 42\nimageAlt: lamp-on\nauthors: [${author}]\n---\n\nText.\n`;
  const FILES = {
    'content/_svc.yml': 'title: Harbour\nurl: https://old.example\n',
    'content/posts/mine.md': page(1, 'author'),
    'content/posts/other.md': page(2, 'editor'),
    'public/robots.txt': '',
  };
  const ITEM = '{"id":42,"url":"https://old.example/up/lamp-on.png","mime":"image/png","parent":1}';

  it('is for those who may edit that page as well [5-per-post-edit]', async () => {
    const writing = await writingSite({ files: { ...FILES, [LIBRARY]: `[${ITEM}]` } });
    const states = () => [writing.state('content/posts/other.md'), writing.state(LIBRARY)];
    const before = states();
    const ran = await writing.run('describe-image', { post_id: 2, alt: 'A lamp' }, 'author');
    expect([ran.status, ran.code]).toEqual([403, 'rest_ability_cannot_execute']);
    expect(states()).toEqual(before);
    await writing.done('describe-image', { post_id: 1, alt: 'A lamp' }, 'author');
    expect(writing.file('content/posts/mine.md')).toContain('imageAlt: A lamp\n');
  }, 60_000);

  it('writes nothing where the library cannot be read', async () => {
    const writing = await writingSite({ files: { ...FILES, [LIBRARY]: `[${ITEM}]` } });
    await writing.account('administrator');
    writeFileSync(join(writing.site.folder, LIBRARY), `[${ITEM}`);
    const before = writing.state('content/posts/mine.md');
    const ran = await writing.run('describe-image', { post_id: 1, alt: 'A lamp' });
    expect([ran.status, ran.code]).toEqual([409, 'svc_source_malformed']);
    expect(ran.message).toContain('_media.json');
    expect(writing.state('content/posts/mine.md')).toEqual(before);
  }, 60_000);

  it('writes nothing where the library cannot be changed', async () => {
    const page = '---\ntitle: Tea\nid: 1\nimage: /img/a.png\nimageAlt: own\n---\n\nHot.\n';
    const writing = await writingSite({ files: { 'content/tea.md': page, 'public/robots.txt': '' } });
    await writing.account('administrator');
    writeFileSync(join(writing.site.folder, LIBRARY), '{}');
    const before = writing.state('content/tea.md');
    const ran = await writing.run('describe-image', { post_id: 1, alt: 'A lamp', replace: true });
    expect([ran.status, ran.code]).toEqual([409, 'svc_front_matter']);
    expect(writing.state('content/tea.md')).toEqual(before);
  }, 60_000);
});

describe('image files that no library knows', () => {
  it('are found, described by their ids, and given to pages', async () => {
    const writing = await writingSite({
      files: {
        'content/tea.md': '---\ntitle: Tea\nid: 1\nimage: /img/Tea%20Cup.jpg\n---\n\nHot.\n',
        'public/img/Tea Cup.jpg': 'x',
        'public/img/oil.png': 'x',
        'public/robots.txt': '',
      },
    });
    type Found = { items: { id: number; url: string; mime: string }[] };
    const { items } = await writing.done<Found>('search-media', { undescribed: true });
    expect(items.map(({ url, mime }) => [url, mime]).sort()).toEqual([
      ['https://harbour.example/img/Tea%20Cup.jpg', 'image/jpeg'],
      ['https://harbour.example/img/oil.png', 'image/png'],
    ]);
    const cup = items.find(({ mime }) => mime === 'image/jpeg');
    const oil = items.find(({ mime }) => mime === 'image/png');
    const described = await writing.done('describe-image', { attachment_id: cup?.id, alt: 'A cup of tea' });
    expect(described['refreshed']).toEqual([1]);
    expect(JSON.parse(writing.file(LIBRARY))).toEqual([
      { id: cup?.id, url: '/img/Tea%20Cup.jpg', alt: 'A cup of tea' },
    ]);
    expect(await writing.page('/tea/')).toContain('A cup of tea');
    const rest = await writing.done<Found>('search-media', { undescribed: true });
    expect(rest.items.map(({ id }) => id)).toEqual([oil?.id]);
    await writing.done('update-content', { post_id: 1, featured_image: String(oil?.id) });
    expect(writing.file('content/tea.md')).toContain('image: /img/oil.png\n');
  }, 60_000);
});

describe('describe-content-image', () => {
  let writing: WritingSite;

  beforeAll(async () => {
    writing = await imported();
    await writing.account('administrator');
  }, 60_000);

  it.each([
    [
      'index',
      { index: 2, replace: true },
      `<img src='/up/lamp.png' data-alt="x" alt="">`,
      `<img src='/up/lamp.png' data-alt="x" alt="NEW">`,
    ],
    [
      'class',
      { attachment_id: 41 },
      'big" src="https://old.example/up/old-crane-300x200.jpg" alt="old-crane">',
      'big" src="https://old.example/up/old-crane-300x200.jpg" alt="NEW">',
    ],
    ['a part of the address', { src: 'b.png?x=1&y', replace: true }, `alt='The "b"'`, 'alt="NEW"'],
    [
      'a caption, which makes a blank a gap',
      { src: '/up/c.png' },
      '<img src="/up/c.png" alt="">',
      '<img src="/up/c.png" alt="NEW">',
    ],
  ])(
    'is aimed by %s, and changes that text alone [5.1-content-image-aim] [5.1-content-image-replace]',
    async (_, aim, old, fresh) => {
      const before = writing.file(CRANES);
      expect(before.split(old)).toHaveLength(2);
      const alt = `"${JSON.stringify(aim).length}" > <'&'`;
      const output = await writing.done('describe-content-image', { post_id: 1, alt, ...aim });
      const written = alt
        .replaceAll('&', '&amp;')
        .replaceAll('<', '&lt;')
        .replaceAll('>', '&gt;')
        .replaceAll('"', '&quot;')
        .replaceAll("'", '&#039;');
      expect(writing.file(CRANES)).toBe(before.replace(old, fresh.replace('NEW', written)));
      expect(output).toMatchObject({ changed: true, alt });
      expect(output['revisionId']).toBeGreaterThan(0);
    },
  );

  it('finds an image of the library by its file, and tells what the library says [5.1-content-image-fallback] [5.1-content-image-library]', async () => {
    const before = writing.state(LIBRARY);
    const input = { post_id: 1, attachment_id: 42, alt: 'Lit', replace: true };
    const output = await writing.done('describe-content-image', input);
    expect(output).toMatchObject({
      index: 2,
      src: '/up/lamp.png',
      attachmentId: 0,
      libraryAlt: 'A lit lamp',
      libraryNeedsDescribing: false,
    });
    const crane = await writing.done('describe-content-image', {
      post_id: 1,
      attachment_id: 41,
      alt: 'Up',
      replace: true,
    });
    expect(crane).toMatchObject({ libraryAlt: 'old-crane', libraryNeedsDescribing: true });
    expect(writing.state(LIBRARY)).toEqual(before);
  });

  it('needs no aim where there is one image', async () => {
    const output = await writing.done('describe-content-image', {
      post_id: 4,
      alt: 'The only one',
      dry_run: true,
    });
    expect(output).toMatchObject({ index: 1, changed: false, dryRun: true, previous: '' });
    expect(output['context']).toContain('<img alt="The only one" src="/up/only.png">');
  });

  it.each([
    ['no image', { post_id: 3, alt: 'x' }, 409, 'svc_no_images'],
    ['two aims [5.1-content-image-aim]', { index: 1, src: 'x' }, 400, 'svc_two_targets'],
    ['no aim among several', {}, 400, 'svc_which_image'],
    ['an index of nothing', { index: 9 }, 404, 'svc_no_such_image'],
    ['an address of nothing', { src: 'nothing.png' }, 404, 'svc_no_such_image'],
    ['an address of several', { src: '/up/' }, 409, 'svc_many_images'],
    ['an image of nothing', { attachment_id: 7 }, 404, 'svc_no_such_image'],
    ['an empty text', { index: 1, alt: ' ', replace: true }, 400, 'svc_empty_alt'],
    ['a long text', { index: 1, alt: 'x'.repeat(251), replace: true }, 400, 'svc_alt_too_long'],
    ['an image that is described [5.1-content-image-replace]', { index: 3 }, 409, 'svc_already_described'],
  ])('refuses %s [5.1-content-image-guards]', async (_, input, status, code) => {
    const before = writing.state(CRANES);
    const ran = await writing.run('describe-content-image', { post_id: 1, alt: 'Words', ...input });
    expect([ran.status, ran.code]).toEqual([status, code]);
    expect(writing.state(CRANES)).toEqual(before);
  });

  it('names the images to choose from', async () => {
    const { message } = await writing.run('describe-content-image', { post_id: 1, alt: 'Words' });
    expect(message).toContain('index 2: lamp.png');
  });

  it('refuses a mark of decoration', async () => {
    await writing.done('edit-content', {
      post_id: 4,
      old: '<img src="/up/only.png">',
      new: '<img src="/up/only.png" alt="">',
    });
    const before = writing.state('content/posts/more.html');
    const ran = await writing.run('describe-content-image', { post_id: 4, alt: 'Words' });
    expect([ran.status, ran.code]).toEqual([409, 'svc_decorative_image']);
    expect(writing.state('content/posts/more.html')).toEqual(before);
  });
});
