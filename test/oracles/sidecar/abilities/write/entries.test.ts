import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type WritingSite, writingSite } from '../../../../support/sidecar/abilities/write/writing.js';
import { image } from '../../../../support/sidecar/content/images.js';

const TIDES = 'content/posts/tides.md';
const TEXT = `---
title: "Tides"
date: 2026-05-01
lastmod: 2026-05-02
id: 3
tags: [sea] # where it is
categories: [Harbour]
description: 'Out and in.'
author: author
---

The sea is late today.
`;
/** One pixel. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAIAAAADCAIAAAA2iEnWAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAEElEQVQI12M4IWIDRAwoFABIRQaRpody/AAAAABJRU5ErkJggg==',
  'base64',
);

const SCRIPT = Buffer.from('<script>alert(1)</script><?php echo 1; ?>');
/** The same header, for 2,000,000,000 pixels a side. */
const BOMB = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUnc1lAB3NZQACAYAAABbIGQmAAAAC0lEQVR42mNgwAkAABsAAXVI3mMAAAAASUVORK5CYII=',
  'base64',
);

interface Summary {
  readonly id: number;
  readonly status: string;
  readonly title: string;
  readonly url: string;
  readonly featuredImage: { readonly id: number; readonly url: string } | null;
  readonly readability: { readonly pass: number; readonly attention: readonly { readonly id: string }[] };
}

let pictures: Server;
let picturesUrl: string;

beforeAll(async () => {
  pictures = createServer((request, response) => {
    const { url = '' } = request;
    if (url === '/gone.png') response.writeHead(404).end();
    else if (url === '/inside') response.writeHead(302, { Location: 'http://169.254.169.254/latest' }).end();
    else if (url.endsWith('.svg')) response.end('<svg xmlns="http://www.w3.org/2000/svg" onload="x()"/>');
    else if (url === '/lies.png')
      response.writeHead(200, { 'Content-Type': 'image/png' }).end('<html>no</html>');
    else if (url === '/script.png') response.end(Buffer.concat([PNG.subarray(0, 8), SCRIPT]));
    else if (url === '/polyglot.png') response.end(Buffer.concat([PNG, SCRIPT]));
    else if (url === '/bomb.png') response.end(BOMB);
    else if (url === '/camera.jpg') response.end(image('jpeg on its side'));
    else response.writeHead(200, { 'Content-Type': 'text/plain' }).end(PNG);
  });
  await new Promise<void>((resolve) => pictures.listen(0, '127.0.0.1', resolve));
  picturesUrl = `http://127.0.0.1:${(pictures.address() as AddressInfo).port}`;
});

afterAll(() => new Promise((resolve) => pictures.close(resolve)));

async function harbour(settings: Readonly<Record<string, unknown>> = {}): Promise<WritingSite> {
  return writingSite({
    files: {
      [TIDES]: TEXT,
      'content/posts/ropes.md':
        '---\ntitle: Ropes\ndate: 2026-03-01\nid: 2\ntags: [Rope Work]\n---\n\nKnots.\n',
      'content/posts/half.md':
        '---\ntitle: Half\ndraft: true\nid: 4\nauthor: contributor\n---\n\nHalf done.\n',
      'content/posts/built.md': '---\ntitle: Built\ndate: 2026-01-01\nid: 6\nbuilder: bricks\n---\n\nAll.\n',
      'content/about.md': '# About us\n\nTwo cranes.\n',
      'public/robots.txt': '',
    },
    settings,
    config: {
      source: { type: 'files', path: 'content', options: { maxBytes: 5000 } },
      allowNetworks: ['127.0.0.0/8'],
    },
  });
}

describe('create-content', () => {
  let writing: WritingSite;

  beforeAll(async () => {
    writing = await harbour({ agent_writes_publish: true });
    await writing.account('administrator');
  }, 60_000);

  const posts = () => readdirSync(join(writing.site.folder, 'content/posts')).sort();

  it('writes a draft like its siblings, which nobody sees [5-draft-first]', async () => {
    const made = await writing.done<Summary>('create-content', {
      title: '  Big <b>waves</b>  ',
      content: '<!-- wp:paragraph --><p>High <strong>water</strong>.</p><!-- /wp:paragraph -->',
      excerpt: 'Waves.',
      slug: 'Große Wellen!',
      categories: ['harbour'],
      tags: ['Rope Work', 'new tag', 'sea'],
      description: ' <i>How</i>   high. ',
      topics: ['Waves', 'waves', 'x'.repeat(90)],
      topics_derive: false,
    });
    expect(made).toMatchObject({
      type: 'post',
      status: 'draft',
      title: 'Big waves',
      url: 'https://harbour.example/posts/große-wellen/'.replace('ß', '%C3%9F'),
      description: 'How high.',
      topics: ['Waves', 'x'.repeat(60)],
      categories: ['Harbour'],
      tags: ['Rope Work', 'new tag', 'sea'],
      focus: '',
      seoTitle: '',
      featuredImage: null,
    });
    expect(made.readability.attention.length).toBeGreaterThan(0);
    expect(writing.file('content/posts/große-wellen.md')).toBe(
      `---\ntitle: Big waves\nid: ${made.id}\nauthor: administrator\nexcerpt: Waves.\ncategories: [Harbour]\n` +
        `tags: [Rope Work, new tag, sea]\ndescription: How high.\ntopics: [Waves, ${'x'.repeat(60)}]\n` +
        'topics_derive: false\ndraft: true\n---\n\nHigh **water**.\n',
    );
    expect(await writing.page('/llms-full.txt')).not.toContain('Big waves');
  });

  it('publishes where site and account may, and gives a taken name a number [5-publish]', async () => {
    const input = { title: 'Lamp', content: 'Lit at dusk.', status: 'publish' };
    const first = await writing.done<Summary>('create-content', input);
    const second = await writing.done<Summary>('create-content', { ...input, content: 'Out at dawn.' });
    expect([first.status, second.status]).toEqual(['publish', 'publish']);
    expect(posts()).toEqual(expect.arrayContaining(['lamp.md', 'lamp-2.md']));
    expect(await writing.page('/posts/lamp.md')).toContain('Lit at dusk.');
    expect(writing.file('content/posts/lamp.md')).toContain('date: 2026-07-02T10:00:00Z');
  });

  it('writes pages where pages are', async () => {
    const { id } = await writing.done<Summary>('create-content', {
      title: 'Prices',
      type: 'page',
      content: 'One coin.',
    });
    expect(writing.file('content/prices.md')).toContain(`id: ${id}\n`);
  });

  it('imports a featured image, by its bytes and not by its name [5-upload]', async () => {
    const made = await writing.done<Summary>('create-content', {
      title: 'Crane',
      content: 'Tall.',
      featured_image: `${picturesUrl}/The%20Crane-300x200.jpeg?x=1`,
      featured_image_alt: 'A crane over the quay',
      status: 'publish',
    });
    expect(made.featuredImage?.url).toBe('https://harbour.example/uploads/2026/07/the-crane.png');
    expect(existsSync(join(writing.site.folder, 'public/uploads/2026/07/the-crane.png'))).toBe(true);
    expect((await writing.site.ask('/uploads/2026/07/the-crane.png')).body.subarray(0, 8)).toEqual(
      PNG.subarray(0, 8),
    );
    expect(writing.file('content/posts/crane.md')).toContain('image: /uploads/2026/07/the-crane.png\n');
    expect(JSON.parse(writing.file('content/_media.json'))).toEqual([
      {
        id: made.featuredImage?.id,
        url: '/uploads/2026/07/the-crane.png',
        alt: 'A crane over the quay',
        title: 'the-crane',
        mime: 'image/png',
        width: 2,
        height: 3,
      },
    ]);
    const again = await writing.done<Summary>('create-content', {
      title: 'Two',
      featured_image: String(made.featuredImage?.id),
    });
    expect(again.featuredImage).toEqual(made.featuredImage);
  });

  it.each([
    ['an empty title', { title: ' <b></b> ' }, 400, 'svc_no_title'],
    ['a type that agents may not see', { title: 'x', type: 'thing' }, 400, 'svc_bad_type'],
    ['a status that is none', { title: 'x', status: 'private' }, 400, 'ability_invalid_input'],
    [
      'an image that is neither',
      { title: 'x', featured_image: '../../etc/passwd' },
      400,
      'svc_bad_image_ref',
    ],
    ['a sign that is no text', { title: 'x', content: 'a\0b' }, 409, 'svc_file_encoding'],
    ['half of a sign', { title: 'x', content: 'a \ud83d b' }, 400, 'ability_invalid_input'],
    ['half of a sign in a list', { title: 'x', tags: ['ok', '\udc00'] }, 400, 'ability_invalid_input'],
    ['more than is read of a file', { title: 'x', content: 'x '.repeat(3000) }, 409, 'svc_too_large'],
    ['an id of no image', { title: 'x', featured_image: '99' }, 400, 'svc_not_an_image'],
    ['an image that is gone', { title: 'x', featured_image: '/gone.png' }, 400, 'svc_image_fetch'],
    ['an image behind the own network', { title: 'x', featured_image: '/inside' }, 400, 'svc_image_fetch'],
    ['SVG', { title: 'x', featured_image: '/a.svg' }, 400, 'svc_not_an_image'],
    [
      'the start of a PNG and a script',
      { title: 'x', featured_image: '/script.png' },
      400,
      'svc_not_an_image',
    ],
    ['an image of too many pixels', { title: 'x', featured_image: '/bomb.png' }, 400, 'svc_not_an_image'],
    [
      'a page that calls itself an image',
      { title: 'x', featured_image: '/lies.png' },
      400,
      'svc_not_an_image',
    ],
  ])('refuses %s and leaves nothing', async (_, given, status, code) => {
    const before = [posts(), writing.state('content/_media.json')];
    const image = 'featured_image' in given && given.featured_image.startsWith('/');
    const input = image ? { ...given, featured_image: picturesUrl + given.featured_image } : given;
    const ran = await writing.run('create-content', input);
    expect([ran.status, ran.code]).toEqual([status, code]);
    expect([posts(), writing.state('content/_media.json')]).toEqual(before);
  });

  it.each([
    ['subscriber', {}, 403, 'rest_ability_cannot_execute'],
    ['subscriber', { type: 'thing' }, 403, 'rest_ability_cannot_execute'],
    ['contributor', { type: 'thing' }, 400, 'svc_bad_type'],
    ['contributor', { type: 'page' }, 403, 'rest_ability_cannot_execute'],
    ['author', { type: 'page' }, 403, 'rest_ability_cannot_execute'],
    ['contributor', { status: 'publish' }, 403, 'svc_cannot_publish'],
    ['contributor', { featured_image: 'http://harbour.example/x.png' }, 403, 'svc_cannot_upload'],
    ['author', { categories: ['Unheard of'] }, 403, 'svc_cannot_create_term'],
    ['author', { content: 'x <script>alert(1)</script>' }, 403, 'svc_unsafe_markup'],
    ['contributor', { content: '[x](javascript:alert(1))' }, 403, 'svc_unsafe_markup'],
    ['author', { excerpt: '<svg onload=x()>' }, 403, 'svc_unsafe_markup'],
    ['author', { content: '<img src="x.png" onerror="x()">' }, 403, 'svc_unsafe_markup'],
  ])(
    'is not for everybody: %s %j [5-create-posts] [5-publish] [5-upload] [5-terms]',
    async (role, more, status, code) => {
      const before = posts();
      const ran = await writing.run('create-content', { title: 'Mine', ...more }, role);
      expect([ran.status, ran.code]).toEqual([status, code]);
      expect(posts()).toEqual(before);
    },
  );

  it.each(['camera.jpg', 'polyglot.png'])(
    'stores nothing of an image but what is drawn: %s',
    async (name) => {
      const { featuredImage } = await writing.done<Summary>('create-content', {
        title: `Photograph ${name}`,
        featured_image: `${picturesUrl}/${name}`,
      });
      const { pathname } = new URL(featuredImage?.url ?? '');
      const stored = readFileSync(join(writing.site.folder, 'public', pathname));
      expect([stored.length > 60, stored.includes('<?php'), stored.includes('<script')]).toEqual([
        true,
        false,
        false,
      ]);
    },
  );

  it('stores no image for an entry that is refused', async () => {
    const before = [posts(), readdirSync(join(writing.site.folder, 'public/uploads/2026/07'))];
    const library = writing.state('content/_media.json');
    const input = { title: 'Mine', featured_image: `${picturesUrl}/new.png` };
    const ran = await writing.run('create-content', { ...input, content: '<script>x()</script>' }, 'author');
    expect([ran.status, ran.code]).toEqual([403, 'svc_unsafe_markup']);
    const large = await writing.run('create-content', { ...input, content: 'x '.repeat(3000) });
    expect([large.status, large.code]).toEqual([409, 'svc_too_large']);
    expect([posts(), readdirSync(join(writing.site.folder, 'public/uploads/2026/07'))]).toEqual(before);
    expect(writing.state('content/_media.json')).toEqual(library);
  });

  it('lets contributors draft and tag, and edit what is theirs [5-as-user] [5-terms]', async () => {
    const input = {
      title: 'My note',
      content: 'By `<script>` I mean the tag.',
      tags: ['brand new'],
      categories: ['Harbour'],
    };
    const { id } = await writing.done<Summary>('create-content', input, 'contributor');
    expect(writing.file('content/posts/my-note.md')).toContain('author: contributor\n');
    const edited = await writing.run(
      'edit-content',
      { post_id: id, old: 'I mean', new: 'we mean' },
      'contributor',
    );
    expect(edited.status).toBe(200);
    expect(
      (await writing.run('edit-content', { post_id: id, old: 'we mean', new: 'x' }, 'author')).status,
    ).toBe(403);
  });
});

describe('update-content', () => {
  let writing: WritingSite;

  beforeAll(async () => {
    writing = await harbour();
    await writing.account('administrator');
  }, 60_000);

  it('changes the fields that are given, and not one byte more', async () => {
    const before = writing.file(TIDES);
    const made = await writing.done<Summary>('update-content', {
      post_id: 3,
      description: '',
      tags: ['sea', 'Moon: full'],
      focus: 'tide times, low water',
      seo_title: 'Tides <today>',
      title: ' ',
      status: 'publish',
    });
    expect(writing.file(TIDES)).toBe(
      before
        .replace("description: 'Out and in.'\n", '')
        .replace('tags: [sea]', 'tags: [sea, "Moon: full"]')
        .replace('author: author\n', 'author: author\nfocus: tide times, low water\nseo_title: Tides\n'),
    );
    expect(made).toMatchObject({
      focus: 'tide times, low water',
      seoTitle: 'Tides',
      description: '',
      status: 'publish',
    });
  });

  it('replaces a body, and then only notes that it did', async () => {
    const before = writing.file(TIDES);
    await writing.done('update-content', { post_id: 3, content: 'The sea is **early**.\n\n> Says who?' });
    expect(writing.file(TIDES)).toBe(
      before
        .replace('The sea is late today.', 'The sea is **early**.\n\n> Says who?')
        .replace('2026-05-02', '2026-07-02'),
    );
    expect(await writing.page('/posts/tides.md')).toContain('The sea is **early**.');
  });

  it('gives a page with a long title or slug an address that a file can have, in every script', async () => {
    const lastPart = ({ url }: Summary) => decodeURIComponent(url.replace(/^.*\/([^/]+)\/$/, '$1'));
    const made = (title: string) => writing.done<Summary>('create-content', { title, content: 'Tea.' });
    expect(lastPart(await made('茶'.repeat(120)))).toBe('茶'.repeat(66));
    expect(lastPart(await made(`${'a'.repeat(99)}𠮷𠮷`))).toBe(`${'a'.repeat(99)}𠮷`);
    for (const slug of ['x'.repeat(3000), 'x'.repeat(250_000)]) {
      const changed = await writing.done<Summary>('update-content', { post_id: 2, slug });
      expect(lastPart(changed)).toBe('x'.repeat(100));
    }
    expect(
      lastPart(await writing.done<Summary>('update-content', { post_id: 2, slug: '水'.repeat(90) })),
    ).toBe('水'.repeat(66));
  });

  it('never gives a page the address of another one', async () => {
    const tides = writing.state(TIDES);
    const slugs: string[] = [];
    for (const slug of ['tides', 'Tides!', '../../tides', 'ropes']) {
      const { url } = await writing.done<Summary>('update-content', { post_id: 2, slug });
      slugs.push(url.replace(/^.*\/([^/]+)\/$/, '$1'));
    }
    expect(slugs).toEqual(['tides-2', 'tides-2', 'tides-2', 'ropes']);
    expect(writing.state(TIDES)).toEqual(tides);
    expect(await writing.page('/posts/tides/')).toContain('The sea');
  });

  it('changes a title where it stands', async () => {
    const [about] = (await pagesOf(writing)).filter(({ title }) => title === 'About us');
    await writing.done('update-content', { post_id: about?.id, title: 'About the harbour' });
    expect(writing.file('content/about.md')).toBe('# About the harbour\n\nTwo cranes.\n');
    await writing.done('update-content', { post_id: 2, title: 'Ropes: a guide' });
    expect(writing.file('content/posts/ropes.md')).toContain('title: "Ropes: a guide"\n');
  });

  it('keeps the title of a page whose heading goes with its body', async () => {
    const [about] = (await pagesOf(writing)).filter(({ title }) => title === 'About the harbour');
    const made = await writing.done<Summary>('update-content', {
      post_id: about?.id,
      content: 'Three cranes.',
    });
    expect(made.title).toBe('About the harbour');
    expect(writing.file('content/about.md')).toBe('---\ntitle: About the harbour\n---\n\nThree cranes.\n');
  });

  it('waits for review where that is asked for', async () => {
    const made = await writing.done<Summary>('update-content', { post_id: 4, status: 'pending' });
    expect(made.status).toBe('pending');
    expect(writing.file('content/posts/half.md')).toContain('draft: true\n');
  });

  it.each([
    [
      'publishing while it is off [5-publish]',
      { post_id: 4, status: 'publish' },
      403,
      'svc_publish_off',
      'half',
    ],
    [
      'taking a page back while publishing is off',
      { post_id: 2, status: 'draft' },
      403,
      'svc_publish_off',
      'ropes',
    ],
    ['a body of a builder', { post_id: 6, content: 'x', description: 'y' }, 409, 'svc_builder_page', 'built'],
    ['an empty body', { post_id: 2, content: ' \n' }, 409, 'svc_would_empty', 'ropes'],
    ['a page that is not there', { post_id: 98, title: 'x' }, 404, 'svc_not_found', 'ropes'],
    [
      'an image that is neither',
      { post_id: 2, title: 'New', featured_image: 'x' },
      400,
      'svc_bad_image_ref',
      'ropes',
    ],
  ])('refuses %s', async (_, input, status, code, name) => {
    const before = writing.state(`content/posts/${name}.md`);
    const ran = await writing.run('update-content', input);
    expect([ran.status, ran.code]).toEqual([status, code]);
    expect(writing.state(`content/posts/${name}.md`)).toEqual(before);
  });

  it('writes other fields of a page that a builder owns', async () => {
    await writing.done('write-description', { post_id: 6, description: 'Built elsewhere.' });
    expect(writing.file('content/posts/built.md')).toContain('description: Built elsewhere.\n');
  });

  it('writes nothing of a call whose SEO title belongs to somebody else [5.1-search-fields]', async () => {
    await writing.saveSettings({ enable_seo_titles: false });
    const before = writing.state('content/posts/ropes.md');
    for (const slug of ['update-content', 'write-search-fields']) {
      const ran = await writing.run(slug, { post_id: 2, focus: 'ropes', seo_title: 'Ropes' });
      expect([ran.status, ran.code]).toEqual([409, 'svc_seo_titles_elsewhere']);
    }
    expect(writing.state('content/posts/ropes.md')).toEqual(before);
    await writing.done('write-search-fields', { post_id: 2, focus: 'ropes' });
    expect(writing.file('content/posts/ropes.md')).toContain('focus: ropes\n');
  });

  it('writes topics, and clears them', async () => {
    await writing.done('write-topics', { post_id: 2, topics: ['Ropes', 'ropes', 'Knots'], derive: false });
    expect(writing.file('content/posts/ropes.md')).toContain(
      'topics: [Ropes, Knots]\ntopics_derive: false\n',
    );
    await writing.done('write-topics', { post_id: 2, topics: [] });
    expect(writing.file('content/posts/ropes.md')).not.toContain('topics:');
  });

  it.each([
    ['subscriber', 3, 403],
    ['contributor', 3, 403],
    ['author', 2, 403],
    ['author', 3, 200],
    ['contributor', 4, 200],
    ['editor', 2, 200],
  ])('is for those who may edit the post: %s, %i [5-per-post-edit]', async (role, id, status) => {
    const writes = [
      ['update-content', { excerpt: role }],
      ['write-description', { description: role }],
      ['write-topics', { topics: [role] }],
      ['write-search-fields', { focus: role }],
    ] as const;
    const path = { 2: 'ropes', 3: 'tides', 4: 'half' }[id] ?? '';
    for (const [slug, input] of writes) {
      const before = writing.state(`content/posts/${path}.md`);
      const ran = await writing.run(slug, { post_id: id, ...input }, role);
      expect([slug, ran.status]).toEqual([slug, status]);
      if (status !== 200) expect(writing.state(`content/posts/${path}.md`)).toEqual(before);
    }
  });
});

async function pagesOf(writing: WritingSite): Promise<readonly { id: number; title: string }[]> {
  const feed = JSON.parse(await writing.page('/svc-changes.json')) as {
    items: { id: number; title: string }[];
  };
  return feed.items;
}
