import { describe, expect, it } from 'vitest';
import { formatTag } from '../../../../src/documents/page-head/format-tag.js';
import {
  entrySubject,
  type HeadContext,
  type HeadSubject,
  headTags,
} from '../../../../src/documents/page-head/head.js';
import {
  type ContextOptions,
  type EntryLine,
  testContext,
  toPage,
} from '../../../support/documents/context.js';

const LINE: EntryLine = {
  id: 1,
  title: 'Oolong',
  path: '/oolong/',
  description: 'Half green',
  lang: 'en-GB',
};

function context(options: ContextOptions = {}, more: Partial<HeadContext> = {}): HeadContext {
  const documentContext = testContext({ entries: [LINE], ...options });
  const { site, settings } = documentContext;
  const schema = { site, identity: settings.identity, entityImage: '', speakable: [] };
  return { documentContext, schema, defersSchema: false, defaultImage: undefined, isOwn: false, ...more };
}

function head(ctx: HeadContext, more: Partial<HeadSubject> = {}): string {
  const [index] = ctx.documentContext.entries;
  if (index === undefined) throw new Error('the test has no entry');
  const subject = entrySubject(toPage(LINE).entry, index, { isFront: false });
  return headTags(ctx, { ...subject, ...more })
    .map((tag) => formatTag(tag))
    .join('\n');
}

describe('the head of an entry', () => {
  it('has everything that settings and deployment offer, in this order', () => {
    const image = { url: 'https://tea.example/cup.jpg', alt: 'A cup', width: 800, height: 600 };
    const page = head(context(), { image });
    expect(
      page.replace(/<script.*<\/script>/, '<script>'),
    ).toBe(`<meta name="description" content="Half green">
<link rel="canonical" href="https://tea.example/oolong/">
<script>
<link rel="describedby" type="text/plain" href="https://tea.example/llms.txt">
<link rel="service-desc" type="application/json" href="https://tea.example/.well-known/openapi.json">
<link rel="discovery" type="application/json" href="https://tea.example/.well-known/discovery.json">
<link rel="alternate" type="text/markdown" href="https://tea.example/oolong.md">
<link rel="alternate" type="application/rss+xml" href="https://tea.example/feed.xml" title="Tea Notes">
<meta property="og:type" content="article">
<meta property="og:site_name" content="Tea Notes">
<meta property="og:locale" content="en_GB">
<meta property="og:title" content="Oolong">
<meta property="og:url" content="https://tea.example/oolong/">
<meta property="og:description" content="Half green">
<meta property="og:image" content="https://tea.example/cup.jpg">
<meta property="og:image:width" content="800">
<meta property="og:image:height" content="600">
<meta property="og:image:alt" content="A cup">
<meta name="twitter:card" content="summary_large_image">
<meta name="tdm-reservation" content="1">`);
  });

  it.each([
    ['ai_description_meta_tag', { ai_description_meta_tag: false }, 'name="description"'],
    ['enable_canonicals', { enable_canonicals: false }, 'rel="canonical"'],
    ['enable_schema', { enable_schema: false }, '<script'],
    ['enable_llms_txt', { enable_llms_txt: false }, 'describedby'],
    ['enable_markdown', { enable_markdown: false }, 'text/markdown'],
    ['enable_social_cards', { enable_social_cards: false }, 'og:'],
    ['enable_social_cards', { enable_social_cards: false }, 'twitter:'],
    ['enable_ai_header', { enable_ai_header: false }, 'tdm-'],
    ['content_signal', { content_signal: { ai_train: true } }, 'tdm-'],
  ])('loses what %s switches off', (_, settings, gone) => {
    expect(head(context())).toContain(gone);
    expect(head(context({ settings }))).not.toContain(gone);
  });

  it('says on which terms, and what pictures are not for, when asked to', () => {
    const settings = { tdm_policy_url: '/licence/', ai_noai_header: true };
    expect(
      head(context({ settings })),
    ).toContain(`<meta name="tdm-policy" content="https://tea.example/licence/">
<meta name="robots" content="noai, noimageai">`);
  });

  it('leaves titles, cards and data to another owner, but not the links', () => {
    const owned = head(context({ seoOwner: true }), { seoTitle: 'Best oolong' });
    expect(owned).toBe(`<link rel="describedby" type="text/plain" href="https://tea.example/llms.txt">
<link rel="service-desc" type="application/json" href="https://tea.example/.well-known/openapi.json">
<link rel="discovery" type="application/json" href="https://tea.example/.well-known/discovery.json">
<link rel="alternate" type="text/markdown" href="https://tea.example/oolong.md">
<link rel="alternate" type="application/rss+xml" href="https://tea.example/feed.xml" title="Tea Notes">
<meta name="tdm-reservation" content="1">`);
    expect(head(context({}, { defersSchema: true }))).not.toContain('<script');
  });

  it('takes the SEO title where there is one, at most 120 characters', () => {
    const long = { seoTitle: 'x'.repeat(130) };
    expect(head(context(), long)).toContain(`<title>${'x'.repeat(120)} – Tea Notes</title>`);
    expect(head(context(), long)).toContain('og:title" content="x');
    expect(head(context({ settings: { enable_seo_titles: false } }), long)).not.toContain('xxx');
    expect(head(context())).not.toContain('<title>');
    expect(head(context({}, { isOwn: true }))).toContain('<title>Oolong – Tea Notes</title>');
    expect(head(context(), { seoTitle: 'Oolong | Tea Notes' })).toContain(
      '<title>Oolong | Tea Notes</title>',
    );
  });

  it('shows the default image on pages without one', () => {
    const defaultImage = { url: 'https://tea.example/default.png', alt: '' };
    expect(head(context({}, { defaultImage }))).toContain(
      'og:image" content="https://tea.example/default.png"',
    );
    expect(head(context())).toContain('<meta name="twitter:card" content="summary">');
  });
});

describe('the head of another page', () => {
  const list: HeadSubject = {
    isFront: false,
    url: 'https://tea.example/blog/',
    title: 'Blog',
    description: '',
    lang: 'en',
  };

  it('is that of the site', () => {
    const tags = headTags(context(), list)
      .map((tag) => formatTag(tag))
      .join('\n');
    expect(tags).toContain('<link rel="canonical" href="https://tea.example/blog/">');
    expect(tags).toContain('og:type" content="website"');
    expect(tags).not.toContain('text/markdown');
    expect(tags).not.toContain('BlogPosting');
  });

  it('has no canonical address from page 2 on, and none where a page stands for others', () => {
    const continued = headTags(context(), { ...list, isContinued: true })
      .map((tag) => formatTag(tag))
      .join('\n');
    expect(continued).not.toContain('canonical');
    const missing = headTags(context(), { ...list, url: undefined })
      .map((tag) => formatTag(tag))
      .join('\n');
    expect(missing).not.toMatch(/canonical|og:|<script/);
  });
});
