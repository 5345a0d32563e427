import { describe, expect, it } from 'vitest';
import { type ListView, renderListPage } from '../../../../src/build/pages/list-page.js';
import { testContext } from '../../../support/documents/context.js';

const documentContext = testContext({
  settings: { identity: { services: [{ name: 'Sail making', description: '', url: '/sails/' }] } },
  entries: [{ id: 1, title: 'Oolong', path: '/oolong/' }],
});
const { site, settings, entries } = documentContext;
const schema = { site, identity: settings.identity, entityImage: '', speakable: [] };
const head = { documentContext, schema, defersSchema: false, defaultImage: undefined, isOwn: true };
const shell = { head, basePath: '', nav: [], style: '/svc.css' };

function page(number: number, more: Partial<ListView> = {}): string {
  const view = {
    title: 'Tea',
    description: 'Leaves and water',
    kicker: '',
    isFront: true,
    path: '/',
    number,
    count: 3,
    entries,
  };
  return renderListPage(shell, { ...view, ...more });
}

function typesOf(html: string): readonly string[] {
  const text =
    /<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/s.exec(html)?.[1] ?? '{"@graph":[]}';
  const graph = JSON.parse(text) as { readonly '@graph': readonly { readonly '@type': string }[] };
  return graph['@graph'].map((node) => node['@type']);
}

describe('a list', () => {
  it('is the front page on its first page only', () => {
    expect(typesOf(page(1))).toContain('Service');
    expect(typesOf(page(2))).not.toContain('Service');
    expect(typesOf(page(1, { isFront: false, path: '/tag/green/' }))).not.toContain('Service');
  });

  it('has an address of its own, a description and a plain title on its first page only', () => {
    const [first, second] = [page(1), page(2)];
    expect(first).toContain(`<link rel="canonical" href="${site.baseUrl}/">`);
    expect(first).toContain('<h1>Tea</h1>\n<p class="lede">Leaves and water</p>');
    expect(second).not.toContain('rel="canonical"');
    expect(second).toContain('<h1>Tea (Page 2)</h1>');
    expect(second).not.toContain('class="lede"');
  });

  it.each([
    [1, [], ['/page/2/']],
    [2, ['/'], ['/page/3/']],
    [3, ['/page/2/'], []],
  ])('leads from page %d to those beside it', (number, previous, next) => {
    const links = (rel: string) =>
      [...page(number).matchAll(new RegExp(`<a rel="${rel}" href="([^"]*)"`, 'g'))].map(([, href]) => href);
    expect([links('prev'), links('next')]).toEqual([previous, next]);
  });

  it('of one page leads nowhere', () => {
    expect(page(1, { count: 1 })).not.toContain('class="pagination"');
  });
});
