import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { text, workspace, writeFiles } from '../../../support/build/workspace.js';
import { build } from '../../../support/cli/run-svc.js';
import { image } from '../../../support/sidecar/content/images.js';

const png = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: 'red' } })
    .png()
    .toBuffer();

/** The tag of an image in the page of an entry. */
function tagOf(cwd: string, src: string, page = 'tea'): string {
  const tags = text(cwd, `out/${page}/index.html`).match(/<img[^>]*>/g) ?? [];
  return tags.find((tag) => tag.includes(src)) ?? expect.fail(`no image ${src}`);
}

async function site(body: string, files: Readonly<Record<string, Uint8Array | string>>, base = '') {
  const setup = {
    site: { url: `https://tea.example${base}`, name: 'Tea' },
    source: 'content',
    publicDir: 'public',
    html: 'render',
  };
  const cwd = workspace({
    'svc.config.json': JSON.stringify(setup),
    'content/tea.md': `---\ntitle: Tea\ntype: page\n---\n\n${body}\n`,
    ...Object.fromEntries(Object.entries(files).map(([file, bytes]) => [`public/${file}`, bytes])),
  });
  await build([], { cwd });
  return cwd;
}

describe('an image of the site itself', () => {
  it.each<
    readonly [string, string, string, () => Promise<Uint8Array | string> | Uint8Array | string, string]
  >([
    ['a PNG', 'cup.png', '/cup.png', () => png(30, 20), 'width="30" height="20"'],
    ['a name that is encoded', 'my cup.png', '/my%20cup.png', () => png(7, 9), 'width="7" height="9"'],
    ['an address with a query', 'cup.png', '/cup.png?v=2', () => png(5, 6), 'width="5" height="6"'],
    ['a WebP', 'a/cup.webp', '/a/cup.webp', () => image('webp'), 'width="13" height="7"'],
    ['an AVIF', 'cup.avif', '/cup.avif', () => image('avif'), 'width="13" height="7"'],
    ['a GIF', 'cup.gif', '/cup.gif', () => image('gif'), 'width="13" height="7"'],
    [
      'a photograph on its side',
      'cup.jpg',
      '/cup.jpg',
      () => image('jpeg on its side'),
      'width="7" height="13"',
    ],
    [
      'a drawing',
      'cup.svg',
      '/cup.svg',
      () => '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="10"/>',
      'width="40" height="10"',
    ],
  ])('has its size in a rendered page: %s', async (_, file, src, bytes, size) => {
    const cwd = await site(`![Cup](${src})`, { [file]: await bytes() });
    expect(tagOf(cwd, src)).toContain(size);
  });

  it('has its size below a base path as well', async () => {
    const cwd = await site('![Cup](/docs/cup.png)', { 'cup.png': await png(3, 4) }, '/docs');
    expect(tagOf(cwd, 'cup.png')).toContain('width="3" height="4"');
  });

  it.each([
    ['that is damaged', '/cup.png', 'PNG? No.'],
    ['that is empty', '/cup.png', ''],
    ['that is missing', '/pot.png', 'x'],
    ['of another site', 'https://pots.example/cup.png', 'x'],
    ['outside of the folder', '/../../cup.png', 'x'],
    ['whose address is not encoded rightly', '/cup%E0.png', 'x'],
  ])('%s has none', async (_, src, bytes) => {
    const cwd = await site(`<p><img src="${src}" alt="Cup"></p>`, { 'cup.png': bytes });
    expect(text(cwd, 'out/tea/index.html').match(/<img[^>]*>/)?.[0]).not.toMatch(/width|height/);
  });

  it('keeps the width that its page gives, and has the height that belongs to it', async () => {
    const cwd = await site('<img src="/cup.png" alt="Cup" width="10">', { 'cup.png': await png(31, 20) });
    expect(tagOf(cwd, 'cup.png')).toMatch(/width="10".*height="6"/);
  });

  it.each(['height="9"', 'width="4" height="9"'])('keeps what its page gives: %s', async (given) => {
    const cwd = await site(`<img src="/cup.png" alt="Cup" ${given}>`, { 'cup.png': await png(31, 20) });
    const size = tagOf(cwd, 'cup.png').match(/(?:width|height)="\d+"/g);
    expect(size?.join(' ')).toBe(given);
  });

  it('has its new size after it was replaced', async () => {
    const cwd = await site('![Cup](/cup.png)', { 'cup.png': await png(30, 20) });
    writeFiles(cwd, { 'public/cup.png': await png(8, 8) });
    await build([], { cwd });
    expect(tagOf(cwd, 'cup.png')).toContain('width="8" height="8"');
  });

  it('leads a page with its size', async () => {
    const cwd = await site('Warm.', { 'cup.png': await png(30, 20) });
    writeFiles(cwd, { 'content/pot.md': '---\ntitle: Pot\ntype: page\nimage: /cup.png\n---\n\nWarm.\n' });
    await build([], { cwd });
    expect(tagOf(cwd, 'cup.png', 'pot')).toContain('width="30" height="20"');
  });
});
