import { describe, expect, it } from 'vitest';
import type { Files } from '../../../../support/build/workspace.js';
import { type AbilitySite, abilitySite } from '../../../../support/sidecar/abilities/ability-site.js';

interface Suggestion {
  readonly id: number;
  readonly title: string;
  readonly url: string;
  readonly phrase: string;
  readonly why: string;
}

const page = (id: number, title: string, matter: string, body: string, date = '2026-06-01') =>
  `---\ntitle: "${title}"\nid: ${id}\ndate: ${date}\n${matter}---\n\n${body}\n`;

const SUBJECT = page(
  1,
  'Night watch',
  'tags: [lamp]\ncategories: [Duties]\n',
  'At dusk the Fog Signal is wound. Then see [the tide tables](/posts/tides/), and mind the **lamp wick**.',
);

async function suggest(files: Files, config = {}): Promise<readonly Suggestion[]> {
  const site = await abilitySite({ files: { 'content/posts/watch.md': SUBJECT, ...files }, config });
  return ask(site);
}

async function ask(site: AbilitySite, id = 1): Promise<readonly Suggestion[]> {
  const { suggestions } = await site.read<{ suggestions: readonly Suggestion[] }>('suggest-internal-links', {
    post_id: id,
  });
  return suggestions;
}

describe('suggest-internal-links', () => {
  it('weighs topics, terms and words of titles', async () => {
    const found = await suggest({
      // One tag that is a topic too: 3 + 2, and no word of the title in the text.
      'content/posts/brass.md': page(2, 'Brass', 'tags: [lamp]\n', 'Rub.'),
      // A tag, a category, both topics: 10, and two words more.
      'content/posts/fog.md': page(
        3,
        'Fog signal duties at dusk',
        'tags: [lamp]\ncategories: [Duties]\n',
        'Wind.',
      ),
      // Two words of its title: 2.
      'content/posts/wick.md': page(4, 'A wick for every lamp', 'topics_derive: false\n', 'Trim.'),
      // One word is too little.
      'content/posts/dusk.md': page(5, 'Dusk', '', 'Red.'),
    });
    expect(found.map(({ id }) => id)).toEqual([3, 2, 4]);
    expect(found[0]).toEqual({
      id: 3,
      title: 'Fog signal duties at dusk',
      url: 'https://lighthouse.example/posts/fog/',
      phrase: 'Fog Signal',
      why: 'Both are about Duties, lamp.',
    });
    expect(found[1]).toMatchObject({ phrase: '', why: 'Both are about lamp.' });
    expect(found[2]).toMatchObject({ phrase: 'wick', why: 'The text mentions its subject.' });
  });

  it('of equal pages takes those that changed last, three at most', async () => {
    const files = Object.fromEntries(
      [2, 3, 4, 5, 6].map((id) => [
        `content/posts/p${id}.md`,
        page(id, `Page ${id}`, 'tags: [lamp]\n', 'x', `2026-05-0${id}`),
      ]),
    );
    expect((await suggest(files)).map(({ id }) => id)).toEqual([6, 5, 4]);
  });

  it('leaves out pages that are linked already, drafts and the page itself', async () => {
    const found = await suggest({
      'content/posts/tides.md': page(2, 'Tides', 'tags: [lamp]\n', 'x'),
      'content/posts/draft.md': page(3, 'Draft', 'tags: [lamp]\ndraft: true\n', 'x'),
      'content/posts/tides-of-june.md': page(4, 'Tides of June', 'tags: [lamp]\n', 'x'),
    });
    expect(found.map(({ id }) => id)).toEqual([4]);
  });

  it('says nothing of "uncategorized"', async () => {
    const site = await abilitySite({
      files: {
        'content/posts/a.md': page(1, 'A', 'categories: [Uncategorized]\n', 'x'),
        'content/posts/b.md': page(2, 'B', 'categories: [Uncategorized]\n', 'x'),
      },
    });
    expect(await ask(site)).toEqual([]);
  });

  it('looks at no more than 150 pages', async () => {
    const files = Object.fromEntries(
      Array.from({ length: 170 }, (_, at) => [
        `content/posts/p${at}.md`,
        page(100 + at, `Page ${at}`, at === 0 ? 'tags: [lamp]\n' : '', 'x', `2026-05-01T${clock(at)}Z`),
      ]),
    );
    const site = await abilitySite({ files: { 'content/posts/watch.md': SUBJECT, ...files } });
    const { store } = site.content;
    let asked = 0;
    const { readMany } = store;
    store.readMany = (ids) => {
      asked = [...ids].length;
      return readMany.call(store, ids);
    };
    // The only page with a shared topic is the oldest of them.
    expect(await ask(site)).toEqual([]);
    expect(asked).toBe(150);
  });

  it('can be switched off by a plugin', async () => {
    const files = { 'content/posts/b.md': page(2, 'B', 'tags: [lamp]\n', 'x') };
    const site = await abilitySite({ files: { 'content/posts/watch.md': SUBJECT, ...files } });
    expect(await ask(site)).toHaveLength(1);
    site.live.hooks.filter('svc_internal_links_enabled', () => false);
    expect(await ask(site)).toEqual([]);
  });
});

function clock(minutes: number): string {
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}:00`;
}
