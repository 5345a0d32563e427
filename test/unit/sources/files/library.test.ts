import { describe, expect, it } from 'vitest';
import { SvcError } from '../../../../src/core/errors.js';
import { folderWith, readFolder, source } from '../../../support/sources/files/read-folder.js';

const SITE = `title: Harbour Notes
url: https://old.example/
lang: en-GB
taxonomies:
  category:
    - slug: rope
      name: Ropes & knots
      description: What holds.
  boat_type:
    - slug: yawl
      name: Yawls
`;
const MEDIA = JSON.stringify([
  { id: 7, url: 'https://old.example/knot.jpg', alt: 'A knot' },
  'noise',
  { id: 8 },
]);

async function readOne(front: string, body = '', path = 'posts/knots.html') {
  const folder = folderWith({
    '_svc.yml': SITE,
    '_media.json': MEDIA,
    [path]: `---\n${front}---\n${body}`,
  });
  const content = await readFolder(folder);
  const [entry] = content.entries;
  if (entry === undefined) throw new Error('no entry');
  return { ...content, entry };
}

describe('a folder with a _svc.yml', () => {
  it('brings the site, its terms and its media along', async () => {
    const folder = folderWith({
      '_svc.yml': SITE,
      '_media.json': MEDIA,
      '_blocks.json': '[{"id":3,"body":"<p>Tea</p>"}]',
    });
    const opened = await source.open({ path: folder });
    const items = [];
    for await (const item of opened.read({ warnings: { add() {} } as never, timeZone: 'UTC' }))
      items.push(item);
    expect(items).toEqual([
      { kind: 'site', site: { title: 'Harbour Notes', baseUrl: 'https://old.example', lang: 'en-GB' } },
      {
        kind: 'term',
        term: { taxonomy: 'category', slug: 'rope', name: 'Ropes & knots', description: 'What holds.' },
      },
      { kind: 'term', term: { taxonomy: 'boat_type', slug: 'yawl', name: 'Yawls' } },
      { kind: 'media', media: { id: 7, url: 'https://old.example/knot.jpg', alt: 'A knot' } },
      { kind: 'pattern', pattern: { id: 3, body: '<p>Tea</p>' } },
    ]);
  });

  it('takes what is written to the letter', async () => {
    const { entry, warnings } = await readOne(
      'title: ""\nslug: ""\nurl: ""\ntype: docs\n',
      '\n<h1>Knots</h1>\n',
    );
    expect(entry).toMatchObject({
      title: '',
      slug: '',
      type: 'docs',
      body: '<h1>Knots</h1>',
      format: 'html',
    });
    expect(entry.url).toBeUndefined();
    expect(warnings).toEqual([]);
  });

  it('reads bare names by the terms of the site, and terms that say their slug', async () => {
    const { entry } = await readOne(
      'categories: [Ropes & knots, New things]\ntags:\n  - name: Sea\n    slug: la-mer\ntaxonomies:\n  boat_type: [Yawls]\n',
    );
    expect(entry.terms).toEqual([
      { taxonomy: 'category', slug: 'rope', name: 'Ropes & knots' },
      { taxonomy: 'category', slug: 'new-things', name: 'New things' },
      { taxonomy: 'tag', slug: 'la-mer', name: 'Sea' },
      { taxonomy: 'boat_type', slug: 'yawl', name: 'Yawls' },
    ]);
  });

  it('finds an image of the library by its address', async () => {
    expect((await readOne('image: https://old.example/knot.jpg\n')).entry.image).toBe(7);
    expect((await readOne('image: https://old.example/new.jpg\n')).entry.image).toBe(
      'https://old.example/new.jpg',
    );
  });

  it('keeps the time of the site that a date shows', async () => {
    expect((await readOne('date: 2026-01-15T10:00:00-03:30\n')).entry).toMatchObject({ utcOffset: -12_600 });
    expect((await readOne('date: 2026-01-15T10:00:00Z\n')).entry.utcOffset).toBeUndefined();
  });

  it('sees no templates in HTML files, but reads Markdown files as everywhere', async () => {
    const body = '<p>{{ site.title }} <a href="knots.html">{% raw %}</a></p>';
    expect((await readOne('id: 1\n', body)).entry).toMatchObject({ format: 'html', body });
    const { entry } = await readOne('', '# New\n\nBy hand.\n', 'posts/2026-01-02-new.md');
    expect(entry).toMatchObject({
      type: 'post',
      title: 'New',
      slug: 'new',
      format: 'markdown',
      published: 1_767_312_000,
    });
  });

  it.each([
    ['_svc.yml', 'title: [', 1],
    ['_media.json', '[{', undefined],
    ['_blocks.json', '', undefined],
  ])('refuses a %s that cannot be read', async (file, broken, line) => {
    const folder = folderWith({ '_svc.yml': SITE, [file]: broken });
    const error = await readFolder(folder).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(SvcError);
    expect(error).toMatchObject({ code: 'SVC_SOURCE_MALFORMED', location: { file, ...(line && { line }) } });
  });
});
