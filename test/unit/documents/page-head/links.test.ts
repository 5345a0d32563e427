import { describe, expect, it } from 'vitest';
import type { DocumentContext, DocumentRow } from '../../../../src/documents/document-row.js';
import {
  formatLink,
  headLinks,
  linkHeaders,
  twinLinkHeaders,
} from '../../../../src/documents/page-head/links.js';
import { documentTable } from '../../../../src/documents/table.js';
import { type ContextOptions, testContext } from '../../../support/documents/context.js';

const wellKnown = (id: string): DocumentRow => ({
  id,
  path: `/.well-known/${id}.json`,
  contentType: 'application/json',
  headers: 'wellKnown',
  summary: '',
  condition: '',
  when: () => true,
  render: () => '{}',
});

const others = documentTable.filter(({ id }) => id !== 'discovery' && id !== 'openapi');
const table = [...others, wellKnown('discovery'), wellKnown('openapi')];
const context = (options: ContextOptions = {}): DocumentContext =>
  testContext({
    table,
    entries: [
      { id: 1, slug: 'oolong' },
      { id: 2, path: '/' },
    ],
    ...options,
  });
const headers = (ctx: DocumentContext, id?: number) =>
  linkHeaders(
    ctx,
    ctx.entries.find((entry) => entry.id === id),
  ).map(formatLink);

describe('Link headers', () => {
  it('of a page name manifest, catalog, index and twin', () => {
    expect(headers(context(), 1)).toEqual([
      '<https://tea.example/.well-known/discovery.json>; rel="service-desc"; type="application/json"',
      '<https://tea.example/.well-known/discovery.json>; rel="discovery"; type="application/json"',
      '<https://tea.example/api/>; rel="api-catalog"',
      '<https://tea.example/llms.txt>; rel="describedby"; type="text/plain"',
      '<https://tea.example/oolong.md>; rel="alternate"; type="text/markdown"',
    ]);
  });

  it('lead to the AI catalog while it is served', () => {
    const link = '<https://tea.example/.well-known/ard.json>; rel="ard"; type="application/ai-catalog+json"';
    const ctx = context({ settings: { enable_ai_catalog: true } });
    expect(headers(ctx, 1)).toContain(link);
    expect(headLinks(ctx).map(formatLink)).toContain(link);
    expect(headers(context(), 1).join()).not.toContain('ard');
  });

  it('name no twin on the front page and on archives', () => {
    for (const id of [2, undefined]) expect(headers(context(), id).join()).not.toContain('alternate');
  });

  it('name only what is served', () => {
    expect(headers(context({ settings: { enable_llms_txt: false } }), 1).join()).not.toContain('llms.txt');
    expect(headers(context({ settings: { enable_markdown: false } }), 1).join()).not.toContain('.md');
    expect(headers(context({ cede: ['markdown'] }), 1).join()).not.toContain('.md');
    expect(headers(context({ table: others }), 1).join()).not.toContain('discovery');
  });

  it('are down to the manifest when they were ceded', () => {
    const rels = linkHeaders(context({ cede: ['link_headers'] })).map(({ rel }) => rel);
    expect(rels).toEqual(['service-desc', 'discovery']);
  });

  it('of a twin name its page', () => {
    const ctx = context();
    expect(
      ctx.entries
        .slice(0, 1)
        .flatMap((entry) => twinLinkHeaders(ctx, entry))
        .map(formatLink),
    ).toEqual(['<https://tea.example/oolong/>; rel="canonical"']);
  });

  it('cannot be broken by an address', () => {
    expect(formatLink({ href: 'https://tea.example/>; rel="x\r\nSet-Cookie: a', rel: 'alternate' })).toBe(
      '<https://tea.example/%3E;%20rel=%22x%0D%0ASet-Cookie:%20a>; rel="alternate"',
    );
  });
});

describe('head links', () => {
  it('[8.1-head-links] name index, API description, manifest and twin', () => {
    const ctx = context();
    expect(headLinks(ctx, ctx.entries[0]).map(({ rel, href }) => `${rel} ${href.slice(20)}`)).toEqual([
      'describedby llms.txt',
      'service-desc .well-known/openapi.json',
      'discovery .well-known/discovery.json',
      'alternate oolong.md',
    ]);
  });

  it('name only what is served', () => {
    const ctx = context({ table: others, settings: { enable_llms_txt: false, enable_markdown: false } });
    expect(headLinks(ctx, ctx.entries[0])).toEqual([]);
  });
});
