import { Script } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { formatTag } from '../../../src/documents/page-head/format-tag.js';
import { headTags } from '../../../src/documents/page-head/head.js';
import { pageScripts } from '../../../src/documents/page-scripts.js';
import { pageTools } from '../../../src/documents/webmcp-script.js';
import { type ContextOptions, filesOf, PAGE, POST, testContext } from '../../support/documents/context.js';

const CDN_MODE = { enable_referral_beacon: true };
const ENTRIES = [{ id: 1, title: 'Oolong', slug: 'oolong' }];

const textOf = (id: string, options: ContextOptions) => Object.values(filesOf(id, testContext(options)))[0];

describe('/svc-arrivals.js', () => {
  it('[8.3.5-cdn-default-off] is not there by default', () => {
    expect(filesOf('arrivals-script', testContext({ sidecar: true }))).toEqual({});
  });

  it('needs somebody to report to, and the visit log', () => {
    expect(textOf('arrivals-script', { settings: CDN_MODE })).toBeUndefined();
    const off = { ...CDN_MODE, enable_activity: false };
    expect(textOf('arrivals-script', { sidecar: true, settings: off })).toBeUndefined();
    expect(textOf('arrivals-script', { sidecar: true, settings: CDN_MODE })).toBeDefined();
  });

  it('reports to its own host without naming it, and to a sidecar on another origin by its address', () => {
    const here = textOf('arrivals-script', { sidecar: true, settings: CDN_MODE });
    expect(here).toContain('sendBeacon("/api/svc/v1/ai-hit"');
    const there = textOf('arrivals-script', {
      sidecarBase: 'https://agents.tea.example/side',
      settings: CDN_MODE,
    });
    expect(there).toContain('sendBeacon("https://agents.tea.example/side/api/svc/v1/ai-hit"');
  });

  it('works below a folder', () => {
    const site = { baseUrl: 'https://tea.example/shop', home: 'https://tea.example/shop/' };
    const ctx = testContext({ sidecar: true, site, settings: CDN_MODE });
    expect(Object.values(filesOf('arrivals-script', ctx))[0]).toContain('"/shop/api/svc/v1/ai-hit"');
    expect(pageScripts(ctx)).toEqual(['/shop/svc-arrivals.js']);
  });
});

describe('/svc-webmcp.js', () => {
  const settings = { enable_webmcp: true };

  it('is not there by default', () => {
    expect(filesOf('webmcp-script', testContext({ entries: ENTRIES }))).toEqual({});
  });

  it('is a program, whatever the site is called', () => {
    const site = { name: '</script><script>alert(1)//\u2028' };
    const text = textOf('webmcp-script', { settings, site, entries: ENTRIES }) ?? '';
    expect(() => new Script(text)).not.toThrow();
    expect(text).not.toContain('</script>');
  });

  it('offers what the site serves and nothing else', () => {
    const names = (options: ContextOptions) =>
      pageTools(testContext({ settings, entries: ENTRIES, types: [POST, PAGE], ...options })).map(
        ({ name }) => name,
      );
    const all = ['read-page', 'search-content', 'read-content', 'site-index', 'recent-changes'];
    expect(names({})).toEqual(all);
    expect(names({ restApi: { mode: 'off' } })).not.toContain('search-content');
    expect(names({ settings: { ...settings, enable_markdown: false } })).not.toContain('read-content');
    expect(names({ settings: { ...settings, enable_llms_txt: false } })).not.toContain('site-index');
    expect(names({ settings: { ...settings, enable_changes: false } })).not.toContain('recent-changes');
    expect(names({ settings: { ...settings, webmcp_hidden_tools: ['read-page'] } })).toEqual(all.slice(1));
  });

  it('is gone once every tool is hidden', () => {
    const webmcp_hidden_tools = pageTools(testContext({ settings, types: [POST] })).map(({ name }) => name);
    expect(textOf('webmcp-script', { settings: { ...settings, webmcp_hidden_tools } })).toBeUndefined();
  });
});

describe('heads of pages', () => {
  const documentContext = testContext({ sidecar: true, settings: { ...CDN_MODE, enable_webmcp: true } });
  const head = {
    documentContext,
    schema: {
      site: documentContext.site,
      identity: documentContext.settings.identity,
      entityImage: '',
      speakable: [],
    },
    defersSchema: true,
    defaultImage: undefined,
    isOwn: true,
  };
  const page = { title: 'Oolong', description: '', lang: 'en', isFront: false };
  const scriptsOf = (url: string | undefined) =>
    headTags(head, { ...page, url }).filter(({ tag }) => tag === 'script');

  it('load the scripts that are served, after the page', () => {
    expect(scriptsOf('https://tea.example/oolong/').map((tag) => formatTag(tag))).toEqual([
      '<script src="/svc-arrivals.js" defer></script>',
      '<script src="/svc-webmcp.js" defer></script>',
    ]);
  });

  it('load none where no page was found', () => {
    expect(scriptsOf(undefined)).toEqual([]);
  });
});
