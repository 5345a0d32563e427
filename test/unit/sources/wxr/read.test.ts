import { describe, expect, it } from 'vitest';
import { wxrSource } from '../../../../src/sources/wxr/row.js';
import {
  entryOf,
  exportOf,
  FIXTURES,
  itemOf,
  metaOf,
  readFile,
  readText,
} from '../../../support/sources/wxr/helpers.js';

const part1 = await readFile(`${FIXTURES}/workshop-part-1.xml`);
const part2 = await readFile(`${FIXTURES}/workshop-part-2.xml`);
const byId = (reading: typeof part1, id: number) => {
  const entry = reading.entries.find((item) => item.id === id);
  if (entry === undefined) throw new Error(`no entry ${id}`);
  return entry;
};

describe('head of the channel', () => {
  it('gives the site first, with the blog address as base', () => {
    expect(part1.items[0]).toEqual({
      kind: 'site',
      site: {
        title: 'The Spoke Exchange',
        description: 'A bicycle repair co-operative in an old net loft',
        baseUrl: 'https://old.example',
        lang: 'en-GB',
        logo: 'https://old.example/wp-content/uploads/2025/01/icon.png',
      },
    });
  });

  it('never takes a login or an e-mail address for a name', () => {
    const authors = part1.items.filter((item) => item.kind === 'author').map((item) => item.author);
    expect(authors).toEqual([
      { key: 'canary-login-mara', name: 'Mara Lindqvist' },
      { key: 'canary-login-tobias', name: 'Tobias Okafor' },
    ]);
  });

  it('reads nested terms, decodes slugs and leaves internal taxonomies out', () => {
    const terms = part1.items.filter((item) => item.kind === 'term').map((item) => item.term);
    expect(terms).toContainEqual({
      taxonomy: 'category',
      slug: 'truing',
      name: 'Truing &amp; tensioning',
      parent: 'wheels',
    });
    expect(terms).toContainEqual({ taxonomy: 'category', slug: '日本', name: '日本' });
    expect(terms).toContainEqual({
      taxonomy: 'tag',
      slug: 'winter',
      name: 'Winter',
      description: 'Salt, slush and gloves.',
    });
    expect(terms).toContainEqual(
      expect.objectContaining({ taxonomy: 'difficulty', slug: 'very-easy', parent: 'easy' }),
    );
    expect(JSON.stringify(terms)).not.toMatch(/canary|nav_menu/i);
  });

  it('writes the language with hyphens and takes the folder of a blog into its base', async () => {
    const { items } = await readFile(`${FIXTURES}/old-1.0.xml`);
    expect(items[0]).toMatchObject({
      site: {
        title: 'Loft Diary – since 2008',
        description: 'Fish & Chains',
        baseUrl: 'https://old.example/diary',
        lang: 'en-US',
      },
    });
  });
});

describe('entries', () => {
  it('maps all fields of a block post', () => {
    expect(byId(part1, 20)).toMatchObject({
      ref: expect.stringMatching(/workshop-part-1\.xml:\d+$/),
      key: '20',
      type: 'post',
      status: 'publish',
      protected: false,
      noindex: false,
      title: 'How to true a wheel',
      slug: 'how-to-true-a-wheel',
      url: 'https://old.example/2025/01/how-to-true-a-wheel/',
      published: Date.UTC(2025, 0, 15, 9, 30) / 1000,
      modified: Date.UTC(2025, 1, 1, 8) / 1000,
      modifiedField: 'wp:post_modified_gmt',
      authorKeys: ['canary-login-mara'],
      terms: [
        { taxonomy: 'category', slug: 'wheels', name: 'Wheels' },
        { taxonomy: 'category', slug: 'truing', name: 'Truing &amp; tensioning' },
        { taxonomy: 'tag', slug: 'tubeless', name: 'Tubeless' },
      ],
      format: 'wordpress',
      image: 30,
      description: 'True a bicycle wheel at home with a spoke key, chalk and patience.',
      focusKeyword: 'true a wheel',
    });
  });

  it('tells the line of every item', async () => {
    const { readFileSync } = await import('node:fs');
    const lines = readFileSync(`${FIXTURES}/workshop-part-1.xml`, 'utf8').split('\n');
    for (const entry of part1.entries) {
      const line = Number(entry.ref.split(':').at(-1));
      expect(lines[line - 1]?.trim(), entry.ref).toBe('<item>');
    }
  });

  it('drops a title that still holds template variables', () => {
    expect(byId(part1, 20)).not.toHaveProperty('seoTitle');
  });

  it('decodes slugs of any script', () => {
    expect([22, 23, 24].map((id) => byId(part1, id).slug)).toEqual([
      '自転車の修理',
      'إصلاح-الدراجات',
      '🚲-day',
    ]);
  });

  it('keeps a slug that was cut in the middle of a character', async () => {
    expect((await entryOf('<wp:post_name>caf%c3</wp:post_name>')).slug).toBe('caf%c3');
  });

  it('reads sticky, order, parent, topics and the llms switch', () => {
    expect(byId(part1, 25)).toMatchObject({
      sticky: true,
      topics: ['visiting', 'beginn'],
      topicsDerive: false,
      excerpt: 'Ring twice.',
    });
    expect(byId(part1, 12)).toMatchObject({ menuOrder: 1, parent: 11, type: 'page' });
    expect(byId(part1, 29).llms).toBe(false);
    expect(byId(part1, 40).type).toBe('route');
  });

  it('takes several authors and the language from their taxonomies', () => {
    expect(byId(part2, 134)).toMatchObject({
      authorKeys: ['canary-login-mara', 'canary-login-ines'],
      lang: 'de',
      translationKey: 'pll_65ab12',
      terms: [],
    });
  });

  it('puts the footnotes into their block without ending its comment', () => {
    const { body } = byId(part1, 20);
    expect(body).toMatch(/<!-- wp:footnotes \{"items":\[.*\]\} \/-->$/);
    expect(body).toContain('The tea is not optional');
    expect(body.slice(body.indexOf('<!-- wp:footnotes'), -3)).not.toContain('>');
  });

  it('reads an export of version 1.0', async () => {
    const { entries } = await readFile(`${FIXTURES}/old-1.0.xml`);
    expect(entries[0]).toMatchObject({
      title: 'Café in the loft — café, really',
      terms: [
        { taxonomy: 'category', slug: 'tea', name: 'Tea' },
        { taxonomy: 'tag', slug: 'kettle', name: 'Kettle' },
      ],
      published: Date.UTC(2008, 2, 15, 9) / 1000,
    });
    expect(entries[0]?.body).toContain('&eacute;mail');
  });
});

describe('status and access', () => {
  const access = (id: number) => {
    const { status, protected: isProtected, noindex } = byId(part2, id);
    return [status, isProtected, noindex];
  };

  it.each([
    [101, 'draft', false, false],
    [102, 'pending', false, false],
    [103, 'private', false, false],
    [104, 'future', false, false],
    [105, 'publish', false, false],
    [106, 'trash', false, false],
    [107, 'auto-draft', false, false],
    [110, 'publish', true, false],
    [111, 'publish', false, true],
    [112, 'publish', false, true],
    [113, 'publish', false, true],
    [114, 'publish', false, true],
    [115, 'publish', false, true],
    [116, 'publish', false, true],
    [117, 'publish', true, false],
    [119, 'private', false, false],
    [127, 'publish', true, false],
  ])('item %i is %s, protected %s, noindex %s', (id, status, isProtected, noindex) => {
    expect(access(id)).toEqual([status, isProtected, noindex]);
  });

  it.each([
    ['<wp:post_password><![CDATA[]]></wp:post_password>', false],
    ['<wp:post_password>\n\t\t</wp:post_password>', false],
    ['<wp:post_password/>', false],
    ['<wp:post_password>0</wp:post_password>', true],
    ['<wp:post_password><![CDATA[  ]]></wp:post_password>', true],
  ])('password %j protects: %s', async (field, isProtected) => {
    expect((await entryOf(field)).protected).toBe(isProtected);
  });

  it('reads texts that are in a CDATA section twice', async () => {
    const twice = (text: string) => `<![CDATA[<![CDATA[${text}]]]]><![CDATA[>]]>`;
    const item = itemOf(
      `<wp:post_password>${twice('')}</wp:post_password><content:encoded>${twice('<p>Tide</p>')}</content:encoded>`,
    );
    const { entries } = await readText(exportOf(item.replace('>publish<', `>${twice('publish')}<`)));
    expect(entries).toMatchObject([{ status: 'publish', protected: false, body: '<p>Tide</p>' }]);
  });

  it('takes white space for layout where all values have it, as in a file that a browser has saved', async () => {
    const item = itemOf('<wp:post_password> <![CDATA[ ]]> </wp:post_password>');
    const { entries } = await readText(exportOf(item.replace('>publish<', '> <![CDATA[ publish ]]> <')));
    expect(entries.map((entry) => [entry.status, entry.protected])).toEqual([['publish', false]]);
  });

  it('leaves types of the administration out', () => {
    const ids = part2.entries.map(({ id }) => id);
    for (const id of [108, 109, 118, 120, 121, 122, 123, 124, 125, 126, 128, 129])
      expect(ids).not.toContain(id);
  });

  it('knows the date of an item that is published in the future', () => {
    expect(byId(part2, 105).published).toBe(Date.UTC(2032, 4, 1, 6) / 1000);
  });

  it('gives only published reusable blocks without a password', () => {
    const patterns = part1.items.filter((item) => item.kind === 'pattern');
    expect(patterns.map(({ pattern }) => pattern.id)).toEqual([90]);
  });

  it('publishes no comment, e-mail address or unread meta with any item that is public', () => {
    const open = [...part1.items, ...part2.items].filter(
      (item) => item.kind !== 'entry' || [10, 20, 21, 22, 134].includes(item.entry.id ?? 0),
    );
    expect(JSON.stringify(open)).not.toMatch(/CANARY|canary-author|canary_note/);
  });
});

describe('dates', () => {
  it('reads a local date in the site’s time zone where UTC is missing', async () => {
    const fields =
      '<wp:post_date>2025-07-01 10:00:00</wp:post_date><wp:post_date_gmt>0000-00-00 00:00:00</wp:post_date_gmt>';
    expect((await entryOf(fields, 'Europe/Berlin')).published).toBe(Date.UTC(2025, 6, 1, 8) / 1000);
    expect((await entryOf(fields, 'America/New_York')).published).toBe(Date.UTC(2025, 6, 1, 14) / 1000);
  });

  it('prefers UTC', async () => {
    const fields =
      '<wp:post_date>2025-07-01 10:00:00</wp:post_date><wp:post_date_gmt>2025-07-01 03:00:00</wp:post_date_gmt>';
    expect((await entryOf(fields, 'Europe/Berlin')).published).toBe(Date.UTC(2025, 6, 1, 3) / 1000);
  });

  it('falls back to pubDate, and to nothing', () => {
    expect(byId(part1, 29).published).toBe(Date.UTC(2025, 2, 1, 7) / 1000);
    expect(byId(part2, 107)).toHaveProperty('published');
    expect(byId(part1, 29)).not.toHaveProperty('modified');
  });

  it('has no date where every field is zero', async () => {
    const zero = '0000-00-00 00:00:00';
    const entry = await entryOf(
      `<wp:post_date>${zero}</wp:post_date><wp:post_date_gmt>${zero}</wp:post_date_gmt><pubDate>Mon, 30 Nov -0001 00:00:00 +0000</pubDate>`,
    );
    expect(entry).not.toHaveProperty('published');
  });
});

describe('media', () => {
  const media = part1.items.flatMap((item) => (item.kind === 'media' ? [item.media] : []));

  it('reads address, texts, size and place', () => {
    expect(media.find(({ id }) => id === 32)).toEqual({
      id: 32,
      url: 'https://old.example/wp-content/uploads/2025/01/wet-saddle.jpg',
      alt: 'A leather saddle with seaweed',
      title: 'Wet saddle',
      caption: 'Saddle no. 4',
      mime: 'image/jpeg',
      published: Date.UTC(2025, 0, 15, 9, 30) / 1000,
      page: 'https://old.example/wet-saddle/',
      parent: 21,
      menuOrder: 1,
      width: 900,
      height: 1200,
    });
  });

  it('does not read a size out of a serialised object', () => {
    expect(media.find(({ id }) => id === 33)).not.toHaveProperty('width');
  });

  it('tells the type of other files', () => {
    expect(media.find(({ id }) => id === 34)?.mime).toBe('audio/mpeg');
    expect(media.find(({ id }) => id === 35)?.mime).toBe('application/pdf');
  });

  it('never makes an entry of an attachment', () => {
    expect(part1.entries.some(({ type }) => type === 'attachment')).toBe(false);
  });
});

it.each([
  ['Just another WordPress site', undefined],
  ['Just another WordPress.com weblog', undefined],
  ['Eine weitere WordPress-Website', undefined],
  ['Un site utilisant WordPress', undefined],
  ['Otro sitio realizado con WordPress', undefined],
  ['又一个WordPress站点', undefined],
  ['The best tests for WordPress', 'The best tests for WordPress'],
  ['Just another day at the quay', 'Just another day at the quay'],
])('the tagline %j describes the site as %j', async (tagline, description) => {
  const content = exportOf('').replace('<link>', `<description>${tagline}</description><link>`);
  const site = (await readText(content)).items.find((item) => item.kind === 'site');
  expect(site).toMatchObject({ site: { title: 'Loft' } });
  expect(JSON.parse(JSON.stringify(site)).site.description).toBe(description);
});

describe('awkward files', () => {
  it('reads what can be read and says what was odd', async () => {
    const { items, entries, warnings } = await readFile(`${FIXTURES}/awkward.xml`);
    expect(items[0]).toMatchObject({ site: { title: 'Awkward & proud', baseUrl: 'https://old.example' } });
    expect(items[1]).toEqual({ kind: 'author', author: { key: 'pia', name: 'Pia ]]> Sand' } });
    expect(entries.map(({ id }) => id)).toEqual([301, undefined, 304, 305]);
    expect(entries[0]).toMatchObject({
      title: 'Ampersands & &spoke; &passwd; \u00a0© ’ 🚲 &lt;',
      url: 'https://old.example/?p=301&lang=en',
      body: 'A body with ]]> inside, a bell , a null-ish  and\na line end.',
    });
    expect(entries[1]).toMatchObject({ type: 'page', body: 'Plain  text <b>without</b> CDATA' });
    expect(entries[1]?.key).toMatch(/^wxr:[0-9a-f]{24}$/);
    expect(entries[2]).toMatchObject({ type: 'post', status: 'publish' });
    expect(entries[3]).toMatchObject({ status: 'private', extra: { status: 'wc-on-hold' } });
    expect(warnings.list().map(({ code, line, skipped }) => [code, line, skipped === true])).toEqual([
      ['wxr-bare-ampersand', undefined, false],
      ['wxr-control-characters', 14, false],
      ['wxr-item-skipped', 36, true],
      ['wxr-item-skipped', 41, true],
      ['wxr-item-skipped', 60, true],
      ['wxr-type-missing', 47, false],
      ['wxr-type-missing', 60, false],
    ]);
  });

  it('names the skipped item', async () => {
    const { warnings } = await readFile(`${FIXTURES}/awkward.xml`);
    const [first] = warnings.list().filter(({ code }) => code === 'wxr-item-skipped');
    expect(first?.message).toContain('“Nothing to know it by”');
    expect(first?.fix).toBeTruthy();
  });

  it('reads a text whose `]]>` is written as it is up to the end of its element', async () => {
    const body = '<script>// <![CDATA[\nrun();\n// ]]></script>\n<p>After it</p> <code>a[b[0]]>1</code>\n';
    const content = exportOf(
      itemOf(`<content:encoded><![CDATA[${body}]]>\n</content:encoded>`) + itemOf('', 2),
    );
    for (const window of [undefined, 32]) {
      const { entries } = await readText(content, window);
      expect(entries.map((entry) => entry.body)).toEqual([body, '']);
    }
  });

  it('skips tags of a page head before the root element', async () => {
    const content = exportOf(itemOf('')).replace(
      '<rss',
      '<meta name="generator" content="Theme 1.5" />\n<rss',
    );
    for (const window of [undefined, 32]) expect((await readText(content, window)).entries).toHaveLength(1);
  });

  it('counts control characters of the whole file in one warning', async () => {
    const { warnings, entries } = await readText(
      exportOf(
        itemOf('<content:encoded><![CDATA[a\u0001b\u000bc]]></content:encoded>') +
          itemOf('<!-- \u0002 -->', 2),
      ),
    );
    expect(entries[0]?.body).toBe('abc');
    expect(warnings.list()).toEqual([
      expect.objectContaining({
        code: 'wxr-control-characters',
        message: expect.stringContaining('3 control characters'),
      }),
    ]);
  });

  it('warns of bytes that are not in the encoding of the file, with the line of the first', async () => {
    const text = exportOf(
      [
        itemOf('<content:encoded>Th\u00e9</content:encoded>'),
        itemOf('<content:encoded>Plain</content:encoded>', 2),
        itemOf('<content:encoded>Caf\u00e9</content:encoded>', 3),
      ].join('\n'),
    );
    const { warnings, entries } = await readText(Buffer.from(text, 'latin1'));
    expect(entries.map(({ body }) => body)).toEqual(['Th\ufffd', 'Plain', 'Caf\ufffd']);
    expect(warnings.list()).toEqual([
      expect.objectContaining({
        code: 'wxr-not-utf8',
        line: text.slice(0, text.indexOf('<item>')).split('\n').length,
        message: expect.stringContaining("2 elements contain bytes that aren't UTF-8"),
      }),
    ]);
    expect((await readText(text)).warnings.list()).toEqual([]);
  });

  it('reads a declared single-byte encoding', async () => {
    const text = exportOf(itemOf('<content:encoded>Caf\u00e9</content:encoded>')).replace(
      'UTF-8',
      'ISO-8859-1',
    );
    const { entries } = await readText(Buffer.from(text, 'latin1'));
    expect(entries[0]?.body).toBe('Café');
  });

  it('knows a builder by its rows, without a mark', async () => {
    const text = exportOf(
      [
        itemOf('<content:encoded><![CDATA[[vc_row][vc_column]Rope[/vc_column][/vc_row]]]></content:encoded>'),
        itemOf('<content:encoded>A row of boats</content:encoded>', 2),
      ].join('\n'),
    );
    const { entries } = await readText(text);
    expect(entries.map(({ builder }) => builder)).toEqual(['wpbakery', undefined]);
  });

  it('names the fields of a page that has its text in fields only', async () => {
    const fields = `${metaOf('hero_intro', 'Boats leave at nine.')}${metaOf('_hero_intro', 'field_61')}${metaOf('note', 'Call the baker.')}`;
    const { warnings } = await readText(exportOf(itemOf(`<content:encoded/>${fields}`)));
    expect(warnings.list()).toMatchObject([
      { code: 'wxr-builder-body', message: expect.stringMatching(/the fields hero_intro, which/) },
    ]);
  });

  it('names post meta with a sentence that isn’t in the body', async () => {
    const meta = [
      metaOf('_kitchen', 'A bright room with two <b>large</b> windows.'),
      metaOf('_lead', 'Boats leave at nine from the old pier.'),
      metaOf('_oembed_1', 'A page of somebody else on the web'),
      metaOf('layout', '{"a": "wide box with a big shadow"}'),
      metaOf('place', 'The pier'),
    ];
    const body =
      '<content:encoded><![CDATA[<p>Boats leave at nine from the <b>old</b> pier.</p>]]></content:encoded>';
    const { warnings } = await readText(exportOf(itemOf(body + meta.join(''))));
    expect(warnings.list()).toMatchObject([{ code: 'wxr-field-text', field: '_kitchen' }]);
  });

  it('names a field with text that isn’t in the body', async () => {
    const field = (name: string, text: string) => metaOf(name, text) + metaOf(`_${name}`, 'field_61');
    const body = '<content:encoded>Boats leave at nine.</content:encoded>';
    const shown = field('lead', 'Boats leave at nine.') + field('colour', 'blue');
    const other = itemOf(body + shown + field('note', 'Call the baker.'), 2);
    const { warnings } = await readText(exportOf(itemOf(body + shown) + other));
    expect(warnings.list()).toMatchObject([{ code: 'wxr-field-text', field: 'note', count: 1 }]);
  });

  it.each([
    ['of PowerPress', 'enclosure', 'https://x.example/stats/ep.mp3\n123\naudio/mpeg\na:0:{}', 'audio'],
    ['without a type', 'audio_file', 'https://x.example/ep.m4a', 'audio'],
    ['with a picture', 'enclosure', 'https://x.example/ep\n1\nvideo/mp4', 'video'],
  ])('shows the file of an episode %s', async (_, key, value, kind) => {
    const { entries } = await readText(
      exportOf(itemOf(`<content:encoded>Notes.</content:encoded>${metaOf(key, value)}`)),
    );
    expect(entries[0]?.body).toContain(`Notes.\n\n<!-- wp:${kind} -->`);
    expect(entries[0]?.body).toContain(`<${kind} controls src="${value.split('\n')[0]}">`);
  });

  it.each([
    [
      'that the text links',
      '<a href="https://x.example/ep.mp3">ep</a>',
      'https://s.example/ep.mp3\n1\naudio/mpeg',
    ],
    ['of another kind', 'Notes.', 'https://x.example/a.pdf\n1\napplication/pdf'],
  ])('shows no file of an episode %s', async (_, body, value) => {
    const content = `<content:encoded><![CDATA[${body}]]></content:encoded>${metaOf('enclosure', value)}`;
    const { entries } = await readText(exportOf(itemOf(content)));
    expect(entries[0]?.body).toBe(body);
  });

  it('warns about a page whose builder keeps the body elsewhere', async () => {
    const { warnings, entries } = await readFile(`${FIXTURES}/extensions.xml`);
    expect(warnings.list().map(({ code }) => code)).toEqual(['wxr-builder-body']);
    expect(entries.map(({ builder }) => builder)).toEqual([
      'divi',
      'wpbakery',
      'avada',
      'elementor',
      'bricks',
      'beaver-builder',
      'oxygen',
      'brizy',
      'thrive',
      'siteorigin',
      'breakdance',
    ]);
    expect(JSON.stringify(entries)).not.toContain('CANARY');
  });

  it('warns about a newer version', async () => {
    const { warnings } = await readText(exportOf(itemOf('')).replace('>1.2<', '>1.4<'));
    expect(warnings.list()[0]).toMatchObject({ code: 'wxr-version' });
  });
});

describe('detect', () => {
  it.each([
    ['workshop-part-1.xml', 2],
    ['old-1.0.xml', 2],
    ['awkward.xml', 2],
    ['malformed/feed.xml', 1],
    ['malformed/utf-16.xml', 1],
    ['malformed/empty.xml', 1],
    ['README.md', 0],
    ['malformed', 0],
    ['absent.xml', 0],
  ])('%s is %i', async (file, sure) => {
    expect(await wxrSource.detect(`${FIXTURES}/${file}`)).toBe(sure);
  });
});
