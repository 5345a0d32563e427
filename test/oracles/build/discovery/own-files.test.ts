import { describe, expect, it } from 'vitest';
import { text, workspace } from '../../../support/build/workspace.js';
import { build } from '../../../support/cli/run-svc.js';

const PAGE =
  '<!doctype html><html lang="en"><head><title>Tea</title></head><body><main><p>Leaf.</p></main></body></html>';
const ROBOTS = 'User-agent: *\r\nDisallow: /grüße/\r\n';

const utf16 = (content: string, isBig = false) => {
  const bytes = Buffer.from(`\ufeff${content}`, 'utf16le');
  return isBig ? bytes.swap16() : bytes;
};

async function built(files: Readonly<Record<string, string | Buffer>>): Promise<string> {
  const cwd = workspace({ 'site/index.html': PAGE, ...files });
  await build(['--site', 'site', '--base-url', 'https://tea.example', '--out', 'out'], { cwd });
  return cwd;
}

describe('a robots.txt', () => {
  it.each([
    ['UTF-16', utf16(ROBOTS)],
    ['UTF-16 with the high byte first', utf16(ROBOTS, true)],
  ])('in %s is kept, in UTF-8', async (_, bytes) => {
    const cwd = await built({ 'site/robots.txt': bytes });
    const made = text(cwd, 'out/robots.txt');
    expect(made.startsWith('User-agent: *\r\nContent-Signal: ')).toBe(true);
    expect(made).toContain('\r\nDisallow: /grüße/\r\n');
    expect(made).not.toMatch(/[\0\ufffd\ufeff]/);
  });
});

describe('a sitemap of the site', () => {
  it.each<[string, Readonly<Record<string, string>>, string]>([
    ['of WordPress', { 'site/wp-sitemap.xml': '<sitemapindex/>' }, 'wp-sitemap.xml'],
    [
      'that robots.txt names',
      {
        'site/robots.txt': 'User-agent: *\nDisallow:\nSitemap: https://tea.example/maps/all.xml\n',
        'site/maps/all.xml': '<sitemapindex/>',
        'site/sitemap.xml': '<urlset/>',
      },
      'maps/all.xml',
    ],
    [
      'that the front page links to',
      {
        'site/index.html': PAGE.replace('<title>', '<link rel="sitemap" href="/pages.xml"><title>'),
        'site/pages.xml': '<urlset/>',
      },
      'pages.xml',
    ],
  ])('%s is the one that is named', async (_, files, file) => {
    const cwd = await built(files);
    expect(text(cwd, 'out/robots.txt').match(/^Sitemap: .*$/gm)).toEqual([
      `Sitemap: https://tea.example/${file}`,
    ]);
    expect(text(cwd, 'out/.well-known/discovery.json')).toContain(`https://tea.example/${file}`);
    expect(text(cwd, 'out/.well-known/discovery.json')).not.toContain('svc-sitemap.xml');
  });

  it('with a relative address in robots.txt, which crawlers ignore, is named with its whole address too', async () => {
    const robots = 'User-agent: *\nDisallow:\nSitemap: /maps/all.xml\n';
    const cwd = await built({ 'site/robots.txt': robots, 'site/maps/all.xml': '<urlset/>' });
    expect(text(cwd, 'out/robots.txt').match(/^Sitemap: .*$/gm)).toEqual([
      'Sitemap: /maps/all.xml',
      'Sitemap: https://tea.example/maps/all.xml',
    ]);
  });

  it('that robots.txt names and that is not there is not named elsewhere', async () => {
    const robots = 'User-agent: *\nDisallow:\nSitemap: https://tea.example/gone.xml\n';
    const cwd = await built({ 'site/robots.txt': robots });
    expect(text(cwd, 'out/.well-known/discovery.json')).toContain('https://tea.example/svc-sitemap.xml');
  });
});
