import { expect, it } from 'vitest';
import { page, readSite, siteWith } from '../../../support/sources/html/read-site.js';

const words = 'A paragraph with some words about the harbour and its boats. '.repeat(4);
const article = (classes: string) => `<article class="${classes}"><h1>T</h1><p>${words}</p></article>`;

/** The only page of a site, whose body has these attributes. */
async function pageWith(attributes: string, content: string, head = '') {
  const html = page(`<main>${content}</main>`, head).replace('<body>', `<body ${attributes}>`);
  const { entries } = await readSite(siteWith({ 'a.html': html }));
  return entries[0];
}

it.each([
  ['class="members-only"', 'x'],
  ['class="page-template page-template-members-only"', 'x'],
  ['data-visibility="private"', 'x'],
  ['class="single postid-7"', 'post-7 post status-private hentry'],
  ['class="single postid-7"', 'post-7 post post-password-required'],
  ['class="post-password-required"', 'x'],
  ['class="is-draft"', 'x'],
  ['class="has-paywall"', 'x'],
  ['class="page-node--unpublished"', 'x'],
  ['class="post-access-members"', 'x'],
  ['data-draft="true"', 'x'],
  ['class="page page-id-7 membership-content access-granted"', 'post-7'],
])('a page whose body has %s, with an article of "%s", is held back', async (attributes, classes) => {
  expect((await pageWith(attributes, article(classes)))?.protected).toBe(true);
});

it.each([
  ['class="read-only user-logged-in" data-role="page"', 'post-7 status-publish'],
  ['class="page-id-7 membership-content access-restricted"', 'post-7'],
  ['class="single postid-7"', 'post-7 status-publish'],
  ['class="page-private"', 'x'],
  ['data-permissions=""', 'x'],
  ['class="post-access-public"', 'x'],
  ['data-visibility="public"', 'x'],
])('a page whose body has %s, with an article of "%s", is public', async (attributes, classes) => {
  expect((await pageWith(attributes, article(classes)))?.protected).toBe(false);
});

it.each([
  ['tp:premium', 'true', true],
  ['cXenseParse:pmf-premium', 'true', true],
  ['is-paid', '1', true],
  ['content_tier', 'paid', true],
  ['quarto:status', 'draft', true],
  ['published', 'false', true],
  ['classification', 'Internal', true],
  ['accessRights', 'restricted', true],
  ['embargoed', 'true', true],
  ['requires-login', 'yes', true],
  ['article:access', 'subscriber', true],
  ['paywall', 'metered', true],
  ['unlisted', 'true', true],
  ['tlp', 'red', true],
  ['k5a:accessfree', 'false', true],
  ['paywall', 'none', false],
  ['role', 'Admin', false],
  ['audience', 'administrator', false],
  ['is_logged_out_page', 'true', false],
  ['members', '120', false],
  ['premium', 'false', false],
  ['classification', 'Private schools', false],
  ['distribution', 'global', false],
  ['w3c-status', 'draft', false],
  ['status', '200', false],
])('a page with <meta name="%s" content="%s"> is restricted: %s', async (name, content, isClosed) => {
  const head = `<meta name="${name}" content="${content}">`;
  expect((await pageWith('', article('x'), head))?.protected).toBe(isClosed);
});

it('a private post in a list of a page is cut', async () => {
  const secret = '<article class="post-8 post status-private"><h2>SECRET</h2><p>SECRET</p></article>';
  const found = await pageWith('class="home blog"', `${article('post-7 status-publish')}${secret}`);
  expect(found?.protected).toBe(false);
  expect(found?.body).not.toContain('SECRET');
});

it('a page ends with the time that its JSON-LD names', async () => {
  const data = { '@context': 'https://schema.org', '@type': 'Article', expires: '2020-01-01' };
  const script = `<script type="application/ld+json">${JSON.stringify(data)}</script>`;
  expect((await pageWith('', article('x'), script))?.expires).toBe(Date.UTC(2020, 0, 1) / 1000);
});

it.each([
  ['go-live', '2099-01-01', true],
  ['dcterms.available', '2099-01-01', true],
  ['prism.publicationDate', '2099-01-01', false],
  ['video:release_date', '2099-01-01', false],
])('a page with <meta name="%s" content="%s"> waits for it: %s', async (name, content, waits) => {
  const { published = 0 } =
    (await pageWith('', article('x'), `<meta name="${name}" content="${content}">`)) ?? {};
  expect(published > Date.UTC(2098, 0, 1) / 1000).toBe(waits);
});

it.each([
  ['expiry-date', '2020-01-01', true],
  ['expires', '2020-01-01', true],
  ['expires', 'Tue, 01 Jan 1980 01:00:00 GMT', false],
])('a page with <meta name="%s" content="%s"> ends then: %s', async (name, content, ends) => {
  const found = await pageWith('', article('x'), `<meta name="${name}" content="${content}">`);
  expect(found?.expires !== undefined).toBe(ends);
});

it.each([
  ['NewsArticle', true],
  ['Museum', false],
  ['Event', false],
  ['Course', false],
])('a %s that costs money restricts its page: %s', async (type, isClosed) => {
  const data = JSON.stringify({ '@type': type, isAccessibleForFree: false });
  const script = `<script type="application/ld+json">${data}</script>`;
  expect((await pageWith('', article('x'), script))?.protected).toBe(isClosed);
});
