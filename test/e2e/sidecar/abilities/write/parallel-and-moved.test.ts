import { beforeAll, describe, expect, it } from 'vitest';
import { type WritingSite, writingSite } from '../../../../support/sidecar/abilities/write/writing.js';

const page = (id: number, more: string, body: string) =>
  `---\ntitle: Page ${id}\ndate: 2026-05-01\nid: ${id}\n${more}---\n\n${body}\n`;
const LINES = Array.from({ length: 8 }, (_, index) => `Line ${index} is here.`);

let writing: WritingSite;

beforeAll(async () => {
  writing = await writingSite({
    files: {
      'public/robots.txt': '',
      'content/posts/lines.md': page(1, '', LINES.join('\n\n')),
      'content/posts/fixed.md': page(2, 'permalink: /drinks/tea/\n', 'Tea.'),
      'content/posts/free.md': page(3, 'aliases: [/older/]\n', 'Coffee.'),
    },
  });
  await writing.account('administrator');
}, 60_000);

describe('an assistant that edits a page several times at once', () => {
  it('loses no edit, and is told of one that fits no more', async () => {
    const edits = LINES.map((line, index) => ({ post_id: 1, old: line, new: `Row ${index} is there.` }));
    const all = await Promise.all(
      [...edits, edits[0] ?? {}].map((edit) => writing.run('edit-content', edit)),
    );
    expect(all.filter(({ status }) => status === 200)).toHaveLength(8);
    expect(all.find(({ status }) => status !== 200)?.code).toBe('svc_no_match');
    expect(writing.file('content/posts/lines.md').match(/^Row \d is there\.$/gm)).toHaveLength(8);
  });
});

describe('an assistant that creates a page again', () => {
  it('is told that it exists', async () => {
    const entry = { title: 'Ropes', content: '<p>Three strands.</p>' };
    const first = await writing.run<{ id: number }>('create-content', entry);
    const again = await writing.run('create-content', entry);
    expect(again).toMatchObject({ status: 409, code: 'svc_already_exists' });
    expect(again.message).toContain(String(first.output.id));
    expect((await writing.run('create-content', { ...entry, content: '<p>Four.</p>' })).status).toBe(200);
  });
});

describe('a new slug', () => {
  it('is refused where the permalink decides', async () => {
    const before = writing.file('content/posts/fixed.md');
    const ran = await writing.run('update-content', { post_id: 2, slug: 'green-tea', title: 'Green tea' });
    expect(ran).toMatchObject({ status: 409, code: 'svc_address_elsewhere' });
    expect(ran.message).toContain('/drinks/tea/');
    expect(writing.file('content/posts/fixed.md')).toBe(before);
    expect((await writing.run('update-content', { post_id: 2, slug: 'tea' })).status).toBe(200);
  });

  it('leaves a redirect at the former address', async () => {
    const ran = await writing.run<{ url: string }>('update-content', { post_id: 3, slug: 'mocha' });
    expect(ran.output.url).toMatch(/\/posts\/mocha\/$/);
    expect(writing.file('content/posts/free.md')).toContain('/posts/free/');
    for (const path of ['/posts/free/', '/older/'])
      expect(await writing.site.ask(path)).toMatchObject({
        status: 301,
        headers: { location: expect.stringMatching(/\/posts\/mocha\/$/) },
      });
  });
});
