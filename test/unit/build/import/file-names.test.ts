import { describe, expect, it } from 'vitest';
import { nameFiles } from '../../../../src/build/import/folder.js';

/** 1 May 2024, half past eleven at night in UTC. */
const LATE = 1_714_606_200;

function nameOf(fields: { type?: string; slug?: string; published?: number; utcOffset?: number }): string {
  const { type = 'page', slug = 'tea', published, utcOffset } = fields;
  const entry = { id: 7, key: '7', source: 0, type, slug, published, utcOffset };
  return nameFiles([entry]).get(7) ?? '';
}

describe('the file of an imported entry', () => {
  it.each([
    ['con', 'pages/con-.html'],
    ['CON', 'pages/CON-.html'],
    ['con.tea', 'pages/con.tea-.html'],
    ['lpt1', 'pages/lpt1-.html'],
    ['context', 'pages/context.html'],
    ['', 'pages/7.html'],
    ['..', 'pages/7.html'],
    ['_draft', 'pages/draft.html'],
    ['a/b:c', 'pages/a-b-c.html'],
    ['cafe\u0301', 'pages/caf\u00e9.html'],
    ['2024-5-1-tea', 'pages/7-2024-5-1-tea.html'],
    ['2024-05-01-tea', 'pages/7-2024-05-01-tea.html'],
    ['2024-tea', 'pages/2024-tea.html'],
  ])('with the slug %j is %s', (slug, file) => {
    expect(nameOf({ slug })).toBe(file);
  });

  it.each([
    ['post', 'posts/tea.html'],
    ['route', 'route/tea.html'],
    ['Public', 'type-Public/tea.html'],
    ['', 'type-none/tea.html'],
    ['nul', 'nul-/tea.html'],
  ])('of the type %j is %s', (type, file) => {
    expect(nameOf({ type })).toBe(file);
  });

  it('has the date of a post in the time of the site', () => {
    expect(nameOf({ type: 'post', published: LATE })).toBe('posts/2024-05-01-tea.html');
    expect(nameOf({ type: 'post', published: LATE, utcOffset: 7200 })).toBe('posts/2024-05-02-tea.html');
    expect(nameOf({ type: 'page', published: LATE })).toBe('pages/tea.html');
  });

  it.each(['a', 'ß', '茶'])('keeps a long name of %j below the limit of file systems', (letter) => {
    const name = nameOf({ slug: letter.repeat(300) }).slice('pages/'.length);
    expect(Buffer.byteLength(name)).toBeLessThanOrEqual(185);
    expect(Buffer.byteLength(name)).toBeGreaterThan(180);
    expect(name).toMatch(new RegExp(`^${letter}+\\.html$`, 'u'));
  });
});
