import { describe, expect, it } from 'vitest';
import { isPublic } from '../../../../src/site/gate.js';
import { htmlSource } from '../../../../src/sources/html/row.js';
import type { RawEntry } from '../../../../src/sources/port.js';
import { openSource } from '../../../../src/sources/table.js';
import { folderWith, NOW, readFolder, source } from '../../../support/sources/files/read-folder.js';
import { readSite } from '../../../support/sources/html/read-site.js';

const isOpen = (entry: RawEntry) => isPublic(entry, { now: NOW, visibleTypes: new Set([entry.type]) });

describe('an archive of Substack', () => {
  const HEAD =
    'post_id,post_date,is_published,email_sent_at,inbox_sent_at,type,audience,title,subtitle,podcast_url\n';

  it.each([
    ['for everyone', '1.a,2025-01-05T08:00:00.000Z,true,,,newsletter,everyone,A,,', true],
    ['a podcast', '1.a,2025-01-05T08:00:00.000Z,true,,,podcast,everyone,A,,', true],
    ['in other letters', '1.a,2025-01-05T08:00:00.000Z,TRUE,,,newsletter,Everyone,A,,', true],
    ['for payers', '1.a,2025-01-05T08:00:00.000Z,true,,,newsletter,only_paid,A,,', false],
    ['for those with an account', '1.a,2025-01-05T08:00:00.000Z,true,,,newsletter,only_free,A,,', false],
    ['for founders', '1.a,2025-01-05T08:00:00.000Z,true,,,newsletter,founding,A,,', false],
    ['for nobody that is named', '1.a,2025-01-05T08:00:00.000Z,true,,,newsletter,,A,,', false],
    ['a draft', '1.a,,false,,,newsletter,everyone,A,,', false],
    ['without a word', '1.a,,,,,newsletter,everyone,A,,', false],
    ['a letter to some', '1.a,2025-01-05T08:00:00.000Z,true,,,adhoc_email,everyone,A,,', false],
    ['of the future', '1.a,2027-01-05T08:00:00.000Z,true,,,newsletter,everyone,A,,', false],
  ])('a post %s: public is %s', async (_, row, expected) => {
    const root = folderWith({
      'posts/1001.a.html': '<p>Text</p>',
      'posts.csv': HEAD + row.replace('1.a', '1001.a'),
    });
    const { entries, warnings } = await readFolder(root);
    expect(entries.map(isOpen)).toEqual([expected]);
    expect(warnings).toEqual([]);
  });

  it('has titles, dates and addresses in its table, also between quotes', async () => {
    const row =
      '1001.a,2025-01-05T08:00:00.000Z,true,,,newsletter,everyone,"Tea, ""green""\nand black",For all,\r\n';
    const root = folderWith({ 'posts/1001.a.html': '<p>Text</p>', 'posts.csv': `\uFEFF${HEAD}${row}` });
    const { entries } = await readFolder(root);
    expect(entries).toMatchObject([
      {
        title: 'Tea, "green"\nand black',
        description: 'For all',
        url: '/p/a',
        type: 'post',
        body: '<p>Text</p>',
      },
    ]);
    expect(entries[0]?.published).toBe(Date.UTC(2025, 0, 5, 8) / 1000);
  });

  it.each([
    ['without its table', { 'posts/1001.a.html': '<p>S</p>' }, '', 'files-left-out-no-table'],
    [
      'with another table',
      { 'posts/1001.a.html': '<p>S</p>', 'posts.csv': 'a,b\n1,2\n' },
      '',
      'files-left-out-no-table',
    ],
    [
      'with a post too many',
      { 'posts/1001.a.html': '<p>S</p>', 'posts.csv': `${HEAD}1002.b,,true,,,newsletter,everyone,B,,\n` },
      '',
      'files-left-out-no-row',
    ],
    ['in a folder of its own', { 'old/posts/1001.a.html': '<p>S</p>' }, '', 'files-left-out-no-table'],
    [
      'given by its posts',
      { 'posts/1001.a.html': '<p>S</p>', 'posts.csv': `${HEAD}1002.b,,true,,,newsletter,everyone,B,,\n` },
      '/posts',
      'files-left-out-no-row',
    ],
  ])('%s publishes nothing, and says so', async (_, files, below, code) => {
    const { entries, warnings } = await readFolder(folderWith({ ...files, 'about.md': 'About' }) + below);
    expect(entries.filter(({ key }) => key !== 'about.md')).toEqual([]);
    expect(warnings).toMatchObject([{ code, skipped: true }]);
  });

  it('has the pages of the archive, and episodes whose address is only in the table', async () => {
    const rows =
      '1001.a,,true,,,podcast,everyone,A,,https://cdn.example/1.mp3\n1002.b,,true,,,page,everyone,B,,\n1003.c,,true,,,podcast,everyone,C,,https://cdn.example/3.mp3\n';
    const { byKey } = await readFolder(
      folderWith({
        'posts.csv': HEAD + rows,
        'posts/1001.a.html': '<p>Text</p>',
        'posts/1002.b.html': '<p>Us</p>',
        'posts/1003.c.html': '<p>Start</p><div class="paywall-jump"></div>',
      }),
    );
    const facts = ['1001.a', '1002.b', '1003.c'].map((name) => byKey.get(`posts/${name}.html`));
    expect(facts.map((entry) => [entry?.type, entry?.body])).toEqual([
      ['post', '<p>Text</p><audio src="https://cdn.example/1.mp3"></audio>'],
      ['page', '<p>Us</p>'],
      ['post', '<p>Start</p>'],
    ]);
  });

  it('is known by its table, with other files and without', async () => {
    const files = { 'posts/1001.a.html': '<p>Text</p>', 'posts.csv': HEAD };
    expect(await source.detect(folderWith(files))).toBe(2);
    expect(await source.detect(folderWith({ ...files, 'about.md': 'About' }))).toBe(2);
    expect(await htmlSource.detect(folderWith(files))).toBe(0);
  });
});

describe('an export of Medium', () => {
  const post = (inner: string, footer: string) =>
    `<!DOCTYPE html><html><head><title>Rope</title><style>p{}</style></head><body><article class="h-entry"><header>` +
    `<h1 class="p-name">Rope</h1></header><section data-field="subtitle" class="p-summary">All knots.</section>` +
    `<section data-field="body" class="e-content"><section class="section"><hr class="section-divider">` +
    `<h3 class="graf graf--h3 graf--leading graf--title">Rope</h3>${inner}</section></section><footer>${footer}` +
    `<p>Exported from <a href="https://medium.com">Medium</a> on January 3, 2025.</p></footer></article></body></html>`;
  const BY = '<p>By <a href="https://medium.example/@kim" class="p-author h-card">Kim Low</a>';
  const ON =
    ' on <a href="https://medium.example/p/1"><time class="dt-published" datetime="2024-03-02T10:11:12.000Z">March 2, 2024</time></a>.</p>';
  const OPEN = 'posts/2024-03-02_Rope-1a2b3c4d5e6f.html';
  const DRAFT = 'posts/draft_Rope-9f8e7d6c5b4a.html';

  it('gives its posts with author and date, without the frame of the export', async () => {
    const root = folderWith({ [OPEN]: post('<p>First knot.</p>', BY + ON) });
    const { entries, authors } = await readFolder(root);
    expect(entries).toMatchObject([
      {
        title: 'Rope',
        description: 'All knots.',
        slug: 'rope-1a2b3c4d5e6f',
        type: 'post',
        status: 'publish',
      },
    ]);
    expect(entries[0]?.published).toBe(Date.UTC(2024, 2, 2, 10, 11, 12) / 1000);
    expect(entries[0]?.body).toBe('<section class="section"><p>First knot.</p></section>');
    expect(authors.map(({ name }) => name)).toEqual(['Kim Low']);
  });

  it('names a post without a title by its first words', async () => {
    const response = post('<p>Thanks for the knots.</p>', BY + ON).replaceAll('>Rope<', '><');
    const { entries } = await readFolder(folderWith({ 'posts/2024-03-02_--1a2b3c4d5e6f.html': response }));
    expect(entries.map(({ title }) => title)).toEqual(['Thanks for the knots.']);
  });

  it.each([
    ['by its name', DRAFT, BY],
    ['by its name, though it has a date', DRAFT, BY + ON],
    ['by its missing date', 'posts/Rope-9f8e7d6c5b4a.html', BY],
    ['in the folder of the posts', 'draft_Rope-9f8e7d6c5b4a.html', BY],
  ])('keeps a draft back: %s', async (_, path, footer) => {
    const { entries } = await readFolder(
      folderWith({ [path]: post('<p>S</p>', footer), 'about.md': 'About' }),
    );
    expect(entries.map((entry) => [entry.key, isOpen(entry)])).toEqual(
      expect.arrayContaining([
        ['about.md', true],
        [path, false],
      ]),
    );
  });

  it('gives nothing of the account', async () => {
    const account = '<!DOCTYPE html><html><body><ul><li>10.0.0.1</li></ul></body></html>';
    const root = folderWith({
      'sessions/a.html': account,
      'bookmarks/b.html': account,
      [OPEN]: post('<p>x</p>', BY + ON),
    });
    const { entries, warnings } = await readFolder(root);
    expect(entries.map(({ key }) => key)).toEqual([OPEN]);
    expect(warnings).toMatchObject([{ code: 'files-left-out-document' }, { code: 'medium-members' }]);
  });

  it('is read so whoever looks, and has no drafts as a built site either', async () => {
    const root = folderWith({ [OPEN]: post('<p>x</p>', BY + ON), [DRAFT]: post('<p>S</p>', BY) });
    expect((await openSource({ type: 'auto', path: root, label: root, options: {} })).type).toBe('files');
    const { entries } = await readSite(root);
    expect(entries.filter(isOpen).map(({ key }) => key)).toEqual([OPEN]);
  });
});

describe('an export of Notion', () => {
  const ID = '0123456789abcdef0123456789abcdef';

  it.each([
    ['Status: Draft', false],
    ['Status: In progress', false],
    ['Status: Not started', false],
    ['Status: For Kim', false],
    ['Status: Published', true],
    ['Status: Done', true],
    ['Published: No', false],
    ['Public: No', false],
    ['Draft: Yes', false],
    ['Visibility: Private', false],
    ['Access: Members', false],
    ['Publish Date: March 2, 2027', false],
    ['Owner: Kim', true],
    ['URL: https://other.example/', true],
    ['Type: Private', true],
  ])('a page with "%s": public is %s', async (line, expected) => {
    const text = `# Plan\n\nTags: tea, cups\n${line}\n\nText of: the page.\n`;
    const { entries } = await readFolder(folderWith({ [`Plan ${ID}.md`]: text }));
    expect(entries.map(isOpen)).toEqual([expected]);
    expect(entries).toMatchObject([{ title: 'Plan', body: 'Text of: the page.\n', type: 'page' }]);
    expect(entries[0]?.terms.map(({ name }) => name)).toEqual(['tea', 'cups']);
  });

  it('has dates in words', async () => {
    const text = '# Plan\n\nCreated: March 2, 2024 9:05 PM\n\nText\n';
    const { entries, warnings } = await readFolder(folderWith({ [`Plan ${ID}.md`]: text }));
    expect([entries[0]?.published, warnings]).toEqual([Date.UTC(2024, 2, 2, 21, 5) / 1000, []]);
  });

  it.each([
    ['a page without properties', `Plan ${ID}.md`, '# Plan\n\nText\n', 'Text\n'],
    ['a page of another folder', 'adr-1.md', '# Plan\n\nStatus: Draft\n\nText\n', 'Status: Draft\n\nText\n'],
  ])('%s is read as any other', async (_, path, text, body) => {
    const { entries } = await readFolder(folderWith({ [path]: text }));
    expect(entries.map((entry) => [isOpen(entry), entry.body.trimStart()])).toEqual([[true, body]]);
  });
});

describe('an export of Notion as HTML', () => {
  const ID = '0123456789abcdef0123456789abcdef';
  const row = (name: string, value: string) =>
    `<tr class="property-row"><th><span class="icon property-icon"></span>${name}</th><td>${value}</td></tr>`;
  const plan = (rows: string) =>
    `<html><head><title>Plan</title><style>p{}</style></head><body><article id="01234567-89ab-cdef-0123-456789abcdef" class="page sans">` +
    `<header><h1 class="page-title">Plan</h1><p class="page-description">For the harbour.</p>` +
    `<table class="properties"><tbody>${rows}</tbody></table></header>` +
    `<div class="page-body"><p id="a" class="">Text of the page.</p></div></article></body></html>`;
  const status = (value: string) =>
    row('Status', `<span class="status-value"><div class="status-dot"></div>${value}</span>`);
  const box = (name: string, state: string) => row(name, `<div class="checkbox checkbox-${state}"></div>`);

  it.each([
    ['no properties', '', true],
    ['a draft', status('Draft'), false],
    ['work in progress', status('In progress'), false],
    ['work in progress behind an emoji', row('Stage', '🚧 In progress'), false],
    ['a published one behind an emoji', status('✅ Published'), true],
    ['a status of its own', status('For Kim'), false],
    ['a published one', status('Published'), true],
    ['a box that is not ticked', box('Published', 'off'), false],
    ['a box that is ticked', box('Published', 'on'), true],
    ['a draft by its box', box('Draft', 'on'), false],
    ['readers', row('Access', '<span class="selected-value">Members</span>'), false],
    [
      'a select',
      row('Visibility', '<span class="selected-value select-value-color-red">Private</span>'),
      false,
    ],
    ['a date to come', row('Publish Date', '<time>@March 2, 2027</time>'), false],
    ['an owner', row('Owner', '<span class="user">Kim</span>'), true],
  ])('a page with %s: public is %s', async (_, rows, expected) => {
    const root = folderWith({ [`Plan ${ID}.html`]: plan(rows) });
    const opened = await openSource({ type: 'auto', path: root, label: root, options: {} });
    expect(opened.type).toBe('files');
    const { entries } = await readFolder(root);
    expect(entries.map(isOpen)).toEqual([expected]);
    expect(entries).toMatchObject([
      { title: 'Plan', body: '<p id="a" class="">Text of the page.</p>', description: 'For the harbour.' },
    ]);
  });

  it('has tags and dates from its table', async () => {
    const tags = '<span class="selected-value">tea</span><span class="selected-value">cups</span>';
    const rows = row('Tags', tags) + row('Created', '<time>@March 2, 2024 9:05 PM</time>');
    const { entries } = await readFolder(folderWith({ [`Plan ${ID}.html`]: plan(rows) }));
    expect(entries[0]?.terms.map(({ name }) => name)).toEqual(['tea', 'cups']);
    expect(entries[0]?.published).toBe(Date.UTC(2024, 2, 2, 21, 5) / 1000);
  });

  it.each(['', 'Private & Shared/'])('is no built site, wherever its pages lie: %j', async (folder) => {
    const root = folderWith({ [`${folder}Plan ${ID}.html`]: plan(status('Draft')) });
    expect([await htmlSource.detect(root), await source.detect(root)]).toEqual([0, 2]);
    await expect(readSite(root)).rejects.toMatchObject({
      code: 'SVC_SOURCE_UNKNOWN',
      message: expect.stringContaining('export of Notion'),
      fix: expect.stringContaining('--source'),
    });
  });

  it('is told from a site by what its pages are', async () => {
    const root = folderWith({ [`report ${ID}.html`]: '<!doctype html><html><body><p>a</p></body></html>' });
    expect(await htmlSource.detect(root)).toBe(2);
  });
});
