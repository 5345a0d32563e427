import { beforeAll, describe, expect, it } from 'vitest';
import { type AbilitySite, abilitySite } from '../../../../support/sidecar/abilities/ability-site.js';

interface Found {
  readonly total: number;
  readonly scanned: number;
  readonly items: readonly {
    readonly id: number;
    readonly title: string;
    readonly alt: string;
    readonly mime: string;
    readonly width: number;
    readonly date: string;
  }[];
}

interface MediaFile {
  readonly id: number;
  readonly file: string;
  readonly title: string;
  readonly alt?: string;
  readonly caption?: string;
  readonly date: string;
}

const FILES: readonly MediaFile[] = [
  {
    id: 50,
    file: 'lamp-room.jpg',
    title: 'Lamp &amp; room',
    alt: 'The lamp in its room',
    date: '2026-01-05',
  },
  { id: 51, file: 'stairs.png', title: 'Stairs', date: '2026-01-04' },
  { id: 52, file: 'gull-on-rail.jpg', title: 'Gull', alt: 'gull-on-rail', date: '2026-01-03' },
  {
    id: 53,
    file: 'tower.webp',
    title: 'Tower',
    alt: '   ',
    caption: 'With the old lamp',
    date: '2026-01-02',
  },
  { id: 54, file: 'boat.jpg', title: 'Boat', alt: 'boat', date: '2026-01-06' },
  { id: 55, file: 'log.pdf', title: 'Lamp log', date: '2026-01-07' },
];

function wxr(files: readonly MediaFile[]): string {
  const items = files.map(
    ({ id, file, title, alt, caption = '', date }) => `<item><title>${title}</title>
<link>https://old.example/?attachment_id=${id}</link><content:encoded></content:encoded>
<excerpt:encoded><![CDATA[${caption}]]></excerpt:encoded><wp:post_id>${id}</wp:post_id>
<wp:post_date_gmt>${date} 10:00:00</wp:post_date_gmt><wp:status>inherit</wp:status>
<wp:post_type>attachment</wp:post_type><wp:attachment_url>https://old.example/up/${file}</wp:attachment_url>
${alt === undefined ? '' : `<wp:postmeta><wp:meta_key>_wp_attachment_image_alt</wp:meta_key><wp:meta_value><![CDATA[${alt}]]></wp:meta_value></wp:postmeta>`}
</item>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:excerpt="http://wordpress.org/export/1.2/excerpt/" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:wp="http://wordpress.org/export/1.2/">
<channel><title>Lighthouse Log</title><link>https://old.example</link><wp:wxr_version>1.2</wp:wxr_version>
<wp:base_site_url>https://old.example</wp:base_site_url><wp:base_blog_url>https://old.example</wp:base_blog_url>
${items.join('\n')}
</channel></rss>`;
}

const exported = (files: readonly MediaFile[]) =>
  abilitySite({ files: { 'export.xml': wxr(files) }, config: { source: 'export.xml' } });

let site: AbilitySite;

beforeAll(async () => {
  site = await exported(FILES);
}, 60_000);

const search = (input: object, on = site) => on.read<Found>('search-media', input);
const ids = ({ items }: Found) => items.map(({ id }) => id);

describe('search-media', () => {
  it('tells the newest images', async () => {
    const found = await search({});
    expect(ids(found)).toEqual([54, 50, 51, 52, 53]);
    expect(found).toMatchObject({ total: 5, scanned: 0 });
    expect(found.items[1]).toEqual({
      id: 50,
      title: 'Lamp & room',
      alt: 'The lamp in its room',
      url: 'https://lighthouse.example/up/lamp-room.jpg',
      mime: 'image/jpeg',
      width: 0,
      height: 0,
      date: '2026-01-05',
    });
  });

  it('finds titles and captions first, then descriptions', async () => {
    expect(ids(await search({ query: ' LAMP ' }))).toEqual([50, 53]);
    expect(ids(await search({ query: 'room' }))).toEqual([50]);
    expect(ids(await search({ query: 'rail' }))).toEqual([52]);
    expect(ids(await search({ query: 'lamp', mime: '' }))).toEqual([55, 50, 53]);
    expect(ids(await search({ query: 'anchor' }))).toEqual([]);
  });

  it('takes a type of file and a limit', async () => {
    expect(ids(await search({ mime: 'image/png' }))).toEqual([51]);
    expect(ids(await search({ mime: '' }))).toEqual([55, 54, 50, 51, 52, 53]);
    expect(ids(await search({ limit: 2 }))).toEqual([54, 50]);
    expect(ids(await search({ limit: 0 }))).toEqual([54]);
    expect(ids(await search({ limit: 1000 }))).toHaveLength(5);
  });

  it('[5.1-search-media] lists images that lack a description, and tells how many described ones it looked at', async () => {
    const found = await search({ undescribed: true, query: 'no such thing' });
    // Without any, or with blanks alone; then those whose description is the name of the file. One word may be right.
    expect(ids(found)).toEqual([51, 53, 52]);
    expect(found.scanned).toBe(3);
    // A document has no alternative text to lack.
    expect(ids(await search({ undescribed: true, mime: '' }))).toEqual([51, 53, 52]);
    const few = await search({ undescribed: true, limit: 2 });
    expect(few).toMatchObject({ total: 2, scanned: 0 });
    expect(ids(few)).toEqual([51, 53]);
  });

  it('looks at the 400 newest described images', async () => {
    const many = Array.from({ length: 420 }, (_, at) => ({
      id: 1000 + at,
      file: `gull-on-rail-${at}.jpg`,
      title: 'Gull',
      // The ten oldest and the ten newest are not described.
      alt: at < 10 || at >= 410 ? `gull-on-rail-${at}` : 'A gull',
      date: '2026-01-01',
    }));
    const found = await search({ undescribed: true, limit: 50 }, await exported(many));
    expect(found.scanned).toBe(400);
    expect(ids(found)).toEqual(Array.from({ length: 10 }, (_, at) => 1419 - at));
  });
});
