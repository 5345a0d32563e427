import { describe, expect, it } from 'vitest';
import { Hooks } from '../../../../../src/config/hooks/hooks.js';
import type { FilterName } from '../../../../../src/config/hooks/names.js';
import { defaultSettings } from '../../../../../src/config/settings.js';
import {
  contentHash,
  filterCheckRules,
  type GradedPage,
  gradePage,
} from '../../../../../src/quality/readiness/pages/grade.js';
import { isContainerOnly } from '../../../../../src/quality/readiness/pages/page-metrics.js';
import { decideTypes, filterCheckScope } from '../../../../../src/quality/readiness/pages/scope.js';
import { checkupOf, prose, type TestPage } from '../../../../support/quality/readiness/pages/page.js';

const PAGE: GradedPage = {
  id: 7,
  type: 'post',
  title: 'Rye',
  url: 'https://site.example/rye/',
  modified: 1_000_000,
  hash: 'abc',
  categories: ['tea'],
  expectsImage: false,
};
const settings = defaultSettings();

async function grade(html: string, page: Partial<GradedPage> = {}, read: TestPage = {}, hooks = new Hooks()) {
  const rules = await filterCheckRules(hooks, settings, 'none');
  return gradePage({ ...PAGE, ...page }, checkupOf(html, read), { rules, hooks, now: 2_000_000 });
}

describe('whether a page is graded', () => {
  it.each([
    ['an ordinary page', prose(120), {}, {}, true],
    ['a page without words', '<img src="/a.png" alt="">', {}, {}, false],
    ['a product', prose(120), { type: 'product' }, {}, false],
    ['a page that its owner keeps out', prose(120), {}, { extra: { svc: { graded: false } } }, false],
    ['a page with the layout of a list', prose(120), {}, { extra: { layout: 'layouts/archive.njk' } }, false],
    [
      'unless its owner says so',
      prose(120),
      {},
      { extra: { layout: 'archive', svc: { graded: true } } },
      true,
    ],
    ['a page with another layout', prose(120), {}, { extra: { layout: 'post' } }, true],
  ])('%s', async (_, html, page, read, expected) => {
    expect((await grade(html, page, read)).verdict.gradeable).toBe(expected);
  });

  const words = (count: number) => 'word '.repeat(count);

  it.each([
    ['a plugin block', '<!-- wp:shop/cart {"a":"b"} /-->', true],
    ['with 19 words', `<!-- wp:shop/cart /--><p>${words(19)}</p>`, true],
    ['with 20 words', `<!-- wp:shop/cart /--><p>${words(20)}</p>`, false],
    ['a shortcode', '[shop_cart]', true],
    ['with many attributes', `[form id="3" title="${words(30)}"]`, true],
    ['with words inside', `[box]${words(20)}[/box]`, false],
    ['a block of the editor itself', '<!-- wp:paragraph --><p>Hi.</p><!-- /wp:paragraph -->', false],
    ['few words alone', '<p>Hi.</p>', false],
    ['a footnote', '<p>See [1].</p>', false],
  ])('a body of %s', (_, source, expected) => {
    expect(isContainerOnly(source)).toBe(expected);
  });

  it('a body is only looked through where a platform puts containers into it', async () => {
    const source = { body: '[shop_cart]', isWordPress: true };
    expect((await grade(prose(120), {}, { source })).verdict.gradeable).toBe(false);
    expect(
      (await grade(prose(120), {}, { source: { ...source, isWordPress: false } })).verdict.gradeable,
    ).toBe(true);
  });
});

describe('a verdict', () => {
  it('holds flags, points, focus, coverage and what it was judged by', async () => {
    const { verdict, rows } = await grade('<p>Rye.</p>', {}, { focus: 'oats' });
    expect(verdict).toMatchObject({
      ...{ id: 7, type: 'post', title: 'Rye', url: PAGE.url, modified: 1_000_000, gradedAt: 2_000_000 },
      ...{ flags: ['words'], points: 96, focus: 'oats', coverage: 'missing', stake: 0, gradeable: true },
    });
    expect(verdict.ruleset).toMatch(/^[0-9a-f]{12}$/);
    expect(rows).toHaveLength(13);
  });

  it('has a hash of title, body and focus', () => {
    expect(contentHash('abc', '')).toBe('abc');
    expect(contentHash('abc', 'rye')).not.toBe(contentHash('abc', 'oats'));
  });

  it('knows evergreen categories by their slugs', async () => {
    const old = { modified: 1 };
    const now = 1 + 731 * 86_400;
    const hooks = new Hooks();
    for (const [evergreen, flags] of [
      [['tea'], []],
      [['other', 3], ['freshness']],
    ] as const) {
      const rules = await filterCheckRules(hooks, { evergreen_categories: evergreen }, 'none');
      const { verdict } = await gradePage({ ...PAGE, ...old }, checkupOf(prose(110)), { rules, hooks, now });
      expect(verdict.flags).toEqual(flags);
    }
  });
});

describe('what plugins may change', () => {
  it('rows, grading and coverage of a page, each told its id', async () => {
    const hooks = new Hooks();
    const ids: number[] = [];
    hooks.filter('svc_page_checks', (rows, id) => [
      ...rows,
      { id: 'tone', label: 'Tone', status: ids.push(id) ? 'fail' : 'pass' },
    ]);
    hooks.filter('svc_gradeable_post', (graded, id) => ids.push(id) < 0 || !graded);
    hooks.filter('svc_coverage', (coverage, id) => ({ ...coverage, state: ids.push(id) > 0 && 'answered' }));
    const { verdict, rows } = await grade('<p>Rye.</p>', {}, { focus: 'oats' }, hooks);
    expect(ids).toEqual([7, 7, 7]);
    expect(verdict).toMatchObject({ flags: ['tone'], gradeable: false, coverage: 'answered', points: 93 });
    expect(rows.at(-1)).toEqual({ id: 'tone', label: 'Tone', status: 'fail', detail: '' });
  });

  it('a coverage without a valid state is not believed', async () => {
    const hooks = new Hooks();
    hooks.filter('svc_coverage', () => ({ state: 'splendid' }));
    expect((await grade('<p>Rye.</p>', {}, { focus: 'oats' }, hooks)).verdict.coverage).toBe('missing');
  });

  it.each<readonly [name: FilterName, value: () => unknown]>([
    ['svc_video_hosts', () => ['films.example']],
    ['svc_media_key_skip_segments', () => ['clip']],
    ['svc_transcript_label_pattern', () => 'mitschrift'],
    ['svc_coverage_stopwords', () => ['mill']],
    ['svc_evergreen_categories', () => ['tea']],
    ['svc_commerce_post_types', () => ['tea']],
    ['svc_page_ruleset', () => 'tone 2'],
  ])('%s makes other rules', async (name, value) => {
    const hooks = new Hooks();
    hooks.filter(name, value as never);
    const [before, after] = await Promise.all(
      [new Hooks(), hooks].map((one) => filterCheckRules(one, settings, 'none')),
    );
    expect(after?.ruleset).not.toBe(before?.ruleset);
    expect((await filterCheckRules(new Hooks(), settings, 'render')).ruleset).not.toBe(before?.ruleset);
  });

  it('a pattern that is none costs nothing', async () => {
    const hooks = new Hooks();
    hooks.filter('svc_transcript_label_pattern', () => '(');
    expect((await filterCheckRules(hooks, settings, 'none')).reading.transcript).toBe(
      String.raw`\btranscript(ion)?\b`,
    );
  });
});

describe('which types are checked', () => {
  const types = ['post', 'page', 'product', 'recipe'].map((slug) => ({
    slug,
    label: slug,
    plural: `${slug}s`,
    count: 5,
  }));
  const slugs = (list: readonly { readonly slug: string }[]) => list.map(({ slug }) => slug);

  it('all but those of shops are graded', async () => {
    const scope = await filterCheckScope(new Hooks(), settings, types);
    expect(slugs(scope.checked)).toEqual(['post', 'page', 'product', 'recipe']);
    expect(slugs(scope.graded)).toEqual(['post', 'page', 'recipe']);
    expect(scope.off).toBe(false);
  });

  it('the owner and plugins take types out', async () => {
    const hooks = new Hooks();
    hooks.filter('svc_checkable_post_types', (list) => list.filter((slug) => slug !== 'recipe'));
    hooks.filter('svc_commerce_post_types', () => ['page']);
    hooks.filter('svc_citability_post_types', (list) => list.filter((slug) => slug !== 'product'));
    const scope = await filterCheckScope(hooks, { ...settings, check_types_off: ['gone'] }, types);
    expect([slugs(scope.checkable), slugs(scope.graded)]).toEqual([['post', 'page', 'product'], ['post']]);
    const less = await filterCheckScope(new Hooks(), { ...settings, check_types_off: ['post'] }, types);
    expect(slugs(less.graded)).toEqual(['page', 'recipe']);
  });

  it('is off when all types are, or the checks as a whole', async () => {
    const none = { ...settings, check_types_off: slugs(types) };
    expect((await filterCheckScope(new Hooks(), none, types)).off).toBe(true);
    expect((await filterCheckScope(new Hooks(), { ...settings, enable_page_checks: false }, types)).off).toBe(
      true,
    );
    expect((await filterCheckScope(new Hooks(), settings, [])).off).toBe(false);
  });

  it('a large type starts switched off, once, and posts and pages never do', () => {
    const many = ['post', 'recipe'].map((slug) => ({ slug, count: 1001 }));
    const first = decideTypes([...many, { slug: 'note', count: 1000 }], {
      check_types_off: [],
      check_types_seen: [],
    });
    expect(first).toEqual({ off: ['recipe'], seen: ['post', 'recipe', 'note'] });
    const chosen = { check_types_off: [], check_types_seen: first.seen };
    expect(decideTypes(many, chosen).off).toEqual([]);
  });
});
