import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { putLock } from '../../../../../src/storage/tables/locks.js';
import { writeFiles } from '../../../../support/build/workspace.js';
import { NOW } from '../../../../support/cli/run-svc.js';
import {
  type AbilitySite,
  ADMIN,
  abilitySite,
  callerOf,
} from '../../../../support/sidecar/abilities/ability-site.js';
import { LIGHTHOUSE } from '../../../../support/sidecar/abilities/read/lighthouse.js';

let site: AbilitySite;

const BODY = '\r\n# Buoys \r\n\r\nOne  two.\t\r\n\r\n\u00a0![buoy-row](/up/buoy-row.jpg "Row")\r\n\r\n\r\n';

beforeAll(async () => {
  site = await abilitySite({
    files: {
      ...LIGHTHOUSE,
      'content/posts/buoys.md': `\uFEFF---\r\ntitle: Buoys 🛟\r\ndate: 2026-06-02\r\nid: 21\r\n---\r\n${BODY}`,
      'content/posts/blocks.html':
        '---\ntitle: Blocks\ndate: 2026-06-02\nid: 22\n---\n<!-- wp:image {"id":7} -->\n' +
        '<figure class="wp-block-image"><img src="/up/a.jpg" alt="" class="wp-image-7"/><figcaption>Low tide</figcaption></figure>\n' +
        '<!-- /wp:image -->\n<p><img src="/up/b.jpg"></p>\n[gallery ids="1,2"]\n',
      'content/posts/untitled.md': '# A heading that is the title\n\nThe 𝔏amp.\n',
    },
  });
}, 60_000);

const read = (id: number) => site.read('read-content', { post_id: id });

describe('read-content', () => {
  it('[5.1-read-content] returns the body byte for byte', async () => {
    const found = await read(21);
    expect(found['content']).toBe(BODY);
    expect(found).toMatchObject({
      postId: 21,
      title: 'Buoys 🛟',
      type: 'post',
      status: 'publish',
      format: 'classic',
    });
    expect(found['length']).toBe(BODY.length);
    const bytes = readFileSync(join(site.folder, 'content/posts/buoys.md'));
    expect(
      bytes.subarray(bytes.length - Buffer.byteLength(BODY)).equals(Buffer.from(found['content'] as string)),
    ).toBe(true);
  });

  it('keeps the heading that became the title, and counts characters', async () => {
    const entry = [...site.content.store.entries()].find(
      ({ title }) => title === 'A heading that is the title',
    );
    const found = await read(entry?.id ?? 0);
    expect(found['content']).toBe('# A heading that is the title\n\nThe 𝔏amp.\n');
    expect(found['length']).toBe([...(found['content'] as string)].length);
    expect(found['length']).toBeLessThan((found['content'] as string).length);
  });

  it('tells what the descriptions of images lack', async () => {
    expect((await read(11))['images']).toEqual([
      image(1, '/up/lamp-room.jpg', 'lamp-room', { needs: 'file-name' }),
      image(2, '/up/line.png', '', { decorative: true }),
      image(3, '/up/stairs.jpg', '', { needs: 'no-alt' }),
    ]);
    expect((await read(22))['images']).toEqual([
      image(1, '/up/a.jpg', '', { attachmentId: 7, decorative: true, captioned: true, needs: 'blank-alt' }),
      image(2, '/up/b.jpg', '', { needs: 'no-alt' }),
    ]);
    expect(await read(22)).toMatchObject({ format: 'blocks' });
  });

  it('shows drafts, and pages behind a password, to those who may edit them', async () => {
    expect(await read(14)).toMatchObject({
      status: 'draft',
      content: '\nThe sea came up the stairs.\n',
      editable: true,
    });
    expect(await read(16)).toMatchObject({ content: '\nCANARY-SEALED\n' });
  });

  it('reads the file as it is now', async () => {
    writeFiles(site.folder, {
      'content/posts/polish.md':
        '---\ntitle: Brass polish\ndate: 2026-06-20\nid: 13\n---\n\nNever rub twice.\n',
    });
    expect(await read(13)).toMatchObject({ content: '\nNever rub twice.\n' });
  });

  it('tells who has the page open, unless it is the caller', async () => {
    const mine = callerOf(ADMIN).actor.id;
    await putLock(site.storage.db, { post_id: 12, user_id: 4711, at: NOW - 10 });
    expect(await read(12)).toMatchObject({ editable: false, lockedBy: 'another user' });
    expect((await read(12))['note']).toContain('another user has this page open');
    await putLock(site.storage.db, { post_id: 12, user_id: mine, at: NOW - 10 });
    expect(await read(12)).toMatchObject({ editable: true, lockedBy: '', note: '' });
    await putLock(site.storage.db, { post_id: 12, user_id: 4711, at: NOW - 151 });
    expect(await read(12)).toMatchObject({ editable: true, lockedBy: '' });
  });

  it('tells which builder owns a page', async () => {
    const built = await abilitySite({
      files: {
        'content/_svc.yml': 'title: Lighthouse Log\n',
        'content/front.md':
          '---\ntitle: Front\nid: 5\ntype: page\nstatus: publish\nbuilder: elementor\n---\n\nNo.\n',
      },
    });
    const found = await built.read('read-content', { post_id: 5 });
    expect(found).toMatchObject({ builder: 'elementor', editable: false });
    expect(found['note']).toContain('elementor');
  });

  it('does not show what agents may not see', async () => {
    site.setSettings({ post_types: ['page'] });
    const outcome = await site.run('read-content', { post_id: 11 });
    site.setSettings({ post_types: ['post', 'page'] });
    expect(outcome).toMatchObject({ kind: 'failed', status: 400, code: 'svc_bad_type' });
  });

  it('says that an export is never written', async () => {
    const exported = await abilitySite({
      files: { 'export.xml': WXR },
      config: { source: 'export.xml' },
    });
    const found = await exported.read('read-content', { post_id: 31 });
    expect(found).toMatchObject({
      content: '<!-- wp:paragraph -->\n<p>Tide  tables</p>\n<!-- /wp:paragraph -->\n<!-- wp:footnotes /-->',
      format: 'blocks',
      editable: false,
    });
    expect(found['note']).toContain('svc import');
  });
});

function image(index: number, src: string, alt: string, more: object) {
  return { index, src, alt, attachmentId: 0, decorative: false, captioned: false, needs: '', ...more };
}

const WXR = `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:excerpt="http://wordpress.org/export/1.2/excerpt/" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:wp="http://wordpress.org/export/1.2/">
<channel><title>Lighthouse Log</title><link>https://old.example</link><wp:wxr_version>1.2</wp:wxr_version>
<wp:base_site_url>https://old.example</wp:base_site_url><wp:base_blog_url>https://old.example</wp:base_blog_url>
<item><title>Tides</title><link>https://old.example/tides/</link><dc:creator>orla</dc:creator>
<content:encoded><![CDATA[<!-- wp:paragraph -->
<p>Tide  tables</p>
<!-- /wp:paragraph -->
<!-- wp:footnotes /-->]]></content:encoded><excerpt:encoded></excerpt:encoded>
<wp:post_id>31</wp:post_id><wp:post_date_gmt>2026-05-01 10:00:00</wp:post_date_gmt><wp:post_name>tides</wp:post_name>
<wp:status>publish</wp:status><wp:post_type>post</wp:post_type>
<wp:postmeta><wp:meta_key>footnotes</wp:meta_key><wp:meta_value><![CDATA[[{"id":"a","content":"At <b>noon</b>"}]]]></wp:meta_value></wp:postmeta>
</item></channel></rss>
`;
