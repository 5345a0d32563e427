import { expect, it } from 'vitest';
import { text, workspace } from '../../support/build/workspace.js';
import { build, NOW } from '../../support/cli/run-svc.js';

const page = (title: string, key: string, date: string, more = '') =>
  `---\ntitle: ${title}\n${key}: ${date}\n${more}---\n\nThe lamp of ${title} was lit.\n`;

it('a page that was changed in the future: the date is ignored, and a warning names file and field', async () => {
  const cwd = workspace({
    'pages/late.md': page('Late', 'lastmod', '2062-03-01'),
    'pages/other.md': page('Other', 'last_modified_at', '2026-07-09'),
    'pages/today.md': page('Today', 'lastmod', '2026-07-03'),
    'pages/draft.md': page('Draft', 'lastmod', '2062-03-01', 'draft: true\n'),
    'svc.config.json': JSON.stringify({ site: { url: 'https://lamp.example' }, source: 'pages' }),
  });
  for (const now of [NOW, NOW + 60]) {
    const { warnings } = await build([], { cwd, now });
    expect(warnings.filter(({ code }) => code === 'modified-in-future')).toMatchObject([
      { file: 'late.md', field: 'lastmod', message: expect.stringContaining('2062-03-01') },
      { file: 'other.md', field: 'last_modified_at', message: expect.stringContaining('2026-07-09') },
    ]);
  }
  expect(text(cwd, 'out/late.md')).not.toContain('2062');
});

const export_ = (fields: string) => `<?xml version="1.0"?>
<rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:wp="http://wordpress.org/export/1.2/">
<channel><title>Lamps</title><link>https://lamp.example</link><wp:wxr_version>1.2</wp:wxr_version>
<item><title>Late</title><link>https://lamp.example/late/</link><content:encoded>The lamp was lit.</content:encoded>
<wp:post_id>1</wp:post_id><wp:post_name>late</wp:post_name><wp:post_type>page</wp:post_type>${fields}</item>
</channel></rss>`;

it.each([
  ['a public page', 'publish', '2026-07-01 00:00:00', [{ field: 'wp:post_modified_gmt' }]],
  ['a scheduled page', 'future', '2062-03-01 00:00:00', []],
])('%s of WordPress', async (_, status, published, expected) => {
  const cwd = workspace({
    'site.xml': export_(
      `<wp:status>${status}</wp:status><wp:post_date_gmt>${published}</wp:post_date_gmt>` +
        '<wp:post_modified_gmt>2062-03-01 00:00:00</wp:post_modified_gmt>',
    ),
  });
  const { warnings } = await build(['--source', 'site.xml'], { cwd });
  expect(warnings.filter(({ code }) => code === 'modified-in-future')).toMatchObject(expected);
});
