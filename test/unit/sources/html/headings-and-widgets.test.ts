import { describe, expect, it } from 'vitest';
import { markdownOf, page, readOne } from '../../../support/sources/html/read-site.js';

const built = async (body: string, title = 'Terns | Birds') => {
  const entry = await readOne(page(body, `<title>${title}</title>`));
  return { entry, title: entry.title, markdown: markdownOf(entry) };
};
const TEXT = '<p>Terns fly from one end of the earth to the other.</p>';

describe('the headings of a twin', () => {
  it('are below its title, also where a page has several of the first level', async () => {
    const cards = `<div><h1>Ida</h1>${TEXT}</div><div><h1>Ole</h1>${TEXT}<h2>More</h2></div>`;
    const { title, markdown } = await built(`<main><h1>Terns</h1>${TEXT}<h2>Team</h2>${cards}</main>`);
    expect(title).toBe('Terns');
    expect(markdown.match(/^#+ .*/gm)).toEqual(['## Team', '## Ida', '## Ole', '### More']);
  });

  it('of an article within the page go below the heading before it', async () => {
    const card = (name: string) => `<article><h1>${name}</h1>${TEXT}<h2>Finds</h2></article>`;
    const { markdown } = await built(
      `<main><h1>Terns</h1>${TEXT}<h2>Team</h2>${card('Ida')}${card('Ole')}<h2>Nests</h2>${TEXT}<h3>Eggs</h3></main>`,
    );
    expect(markdown.match(/^#+ .*/gm)).toEqual([
      '## Team',
      '### Ida',
      '#### Finds',
      '### Ole',
      '#### Finds',
      '## Nests',
      '### Eggs',
    ]);
  });

  it('are sections where the title names something else', async () => {
    const { title, markdown } = await built(
      `<main><h1>NAME</h1>${TEXT}<h1>SYNOPSIS</h1>${TEXT}</main>`,
      'ls(1)',
    );
    expect(title).toBe('ls(1)');
    expect(markdown.match(/^#+ .*/gm)).toEqual(['## NAME', '## SYNOPSIS']);
  });

  it('give the title where the first level is the name of the site', async () => {
    const body = `<header><h1><a href="/">Birds</a></h1></header><main><h2>Terns</h2>${TEXT}<h3>Food</h3></main>`;
    const { title, markdown } = await built(body);
    expect(title).toBe('Terns');
    expect(markdown.match(/^#+ .*/gm)).toEqual(['### Food']);
  });
});

describe('widgets of a page', () => {
  it.each([
    '<div><h2>Was this page helpful?</h2><button>Yes</button><button>No</button></div>',
    '<p>Was this page helpful? <button>Yes</button> <button>No</button></p><span>3 out of 4 found this helpful</span>',
    '<div><a href="/terns.md">View as Markdown</a> <a href="https://chatgpt.com/?q=x">Open in ChatGPT</a></div>',
    '<p>On this page</p><ul><li><a href="#a">Food</a></li><li><a href="#b">Nests</a></li></ul>',
    '<div class="w-form"><div class="w-form-done"><div>Thank you!</div></div><div class="w-form-fail">Oops!</div></div><div class="w-dyn-list"><div class="w-dyn-empty"><div>No items found.</div></div></div>',
    '<div><a onclick="scrollTo(0, 0)"><svg></svg><span>Scroll to Top</span></a></div>',
    '<p><a href="#">回到顶部</a></p>',
    '<div class="toc"><details><summary><span>Table of Contents</span></summary><div><ul><li><a href="#b">Nests</a></li></ul></div></details></div>',
    '<div class="toc"><details><summary>Table of Contents</summary><div><ul><li><a href="#a">Food</a></li><li><a href="#b">Nests</a></li></ul></div></details></div>',
    '<h2>Table of Contents</h2><aside class="table-of-contents"><nav id="TableOfContents"></nav></aside>',
    '<span class="mw-editsection">[<a href="/edit">edit</a>]</span>',
    '<button type="button"><span></span><p>Copy page</p></button>',
    '<details class="toggle top-doc" open><summary class="hideme"><span>Expand description</span></summary></details>',
    '<div><a href="https://twitter.com/share?url=https://birds.example/" aria-label="Share on Twitter"><svg></svg></a></div>',
    '<p>Share: <a href="https://www.facebook.com/sharer/sharer.php?u=x">Facebook</a>, <a href="https://bsky.app/intent/compose?text=x">Bluesky</a></p>',
    '<div class="wpulike"><button>Like</button><span>3</span></div><div class="sharrre-container"><span>Share</span></div><ul class="related-posts"><li>Gulls</li></ul><div class="wp_rp_wrap"><h3>Gulls</h3></div>',
    '<div><a href="javascript:void(0);" title="Share on X" data-sharer="twitter"><i></i></a></div>',
    '<ul><li><a href="/a/" title="Previous"><img alt="" src="/left.png"> <span>Gulls</span></a></li><li><a href="/b/" title="Next">Auks</a></li></ul>',
    '<p><a href="javascript:void(0)"><i class="fa-bars"></i></a></p>',
    '<h3 class="toc-title">Contents</h3><ol class="toc"><li><a href="#b"><span>1.</span> Nests</a></li></ol>',
    '<div id="reword-out"><div id="reward-btn">Donate</div></div><div class="declare"><ul><li>Copyright: Ida</li></ul></div>',
    '<ul class="kratos-page-meta"><li>279 字</li></ul><div class="post-actions"><a href="#">打赏</a></div>',
    '<div id="reward-container">Give</div><ul class="post-copyright"><li>Post author: Ida</li></ul>',
    '<div class="post-title__meta"><a href="/c">Sea</a></div><div class="post-footer__meta"><p>updated</p></div>',
    '<div class="toc"><h2>Contents</h2><div class="filled-by-a-script"></div></div>',
    '<div class="toc"><div><span>目录</span></div><div><nav><ul><li><a href="#nests">Nests</a></li></ul></nav></div></div>',
    '<p><a href="sms:?&amp;body=x">Message</a> <a href="sms://?&amp;body=x">WhatsApp</a></p>',
    '<ul class="links inline"><li class="comment_forbidden"><a href="/login">Log in</a> to post comments</li></ul>',
    '<div><a href="https://www.facebook.com/share.php?u=x">Facebook</a><a href="https://timeline.line.me/social-plugin/share?url=x">LINE</a></div>',
    '<ul><li><a href="https://www.addtoany.com/add_to/x?linkurl=y">X</a></li><li><a href="mailto:?subject=Terns">Email</a></li></ul>',
    '<div class="sharedaddy"><h3>Share this:</h3><a href="/terns/?share=x">X</a></div><div class="jp-relatedposts"><h3>Related</h3></div>',
    '<p>[ <a href="/">Home</a> ] [ Terns ] [ <a href="/gulls/">Gulls</a> ] [ <a href="/auks/">Auks</a> ]</p>',
  ])('are left out of the only page too: %s', async (widget) => {
    const { markdown } = await built(
      `<main><h1>Terns</h1>${widget}<h2 id="a">Food</h2>${TEXT}<h2 id="b">Nests</h2>${TEXT}</main>`,
    );
    expect(markdown).toMatch(/^## Food\n/);
  });

  it('are lists of the pages above it, which may end with a link to the page', async () => {
    const trail =
      '<ol><li><a href="/">Birds</a><span>/</span></li><li><a href="/sea/">Sea</a><span>/</span></li><li><a href="/tea/">Terns</a><span>/</span></li></ol>';
    const { markdown } = await built(`<main><header>${trail}<h1>Terns</h1></header>${TEXT}</main>`);
    expect(markdown).not.toContain('Sea');
  });

  it.each([
    '<p>Terns are on <a href="https://twitter.com/terns">Twitter</a>.</p>',
    '<p>A link such as <a href="https://twitter.com/share?url=x">this link</a> opens a form with the address.</p>',
    '<p>[<a href="https://twitter.com/a">Roe 2019</a>] [<a href="https://twitter.com/b">Poe 2020</a>]</p>',
  ])('are no links in a text: %s', async (text) => {
    const { markdown } = await built(`<main><h1>Terns</h1>${TEXT}${text}</main>`);
    expect(markdown).toContain('https://twitter.com/');
  });

  it.each(['#', '#!', '#0'])('are no names of things whose links have no target yet: %s', async (href) => {
    const cards = `<div><a href="${href}">Tern of Bergen</a></div><div><a href="${href}">Tern of Oslo</a></div>`;
    const { markdown } = await built(
      `<main><h1>Terns</h1><section><div>${cards}</div></section>${TEXT}</main>`,
    );
    expect(markdown).toContain('Tern of Bergen');
  });

  it("are no text that the twin lost, and a link to the page's top in a line isn't either", async () => {
    const share = '<p>Share: <a href="https://www.facebook.com/sharer/sharer.php?u=x">Facebook</a></p>';
    const bar =
      '<p>[ <a href="/">Home</a> ] [ <a href="/gulls/">Gulls</a> ] [ <a href="/auks/">Auks</a> ]</p>';
    const { entry, markdown } = await built(
      `<main id="top"><h1>Terns</h1>${TEXT}<p>2 May 2020 <a href="#top">TOP</a></p>${share}${bar}<div><a>Back to top <svg></svg></a></div></main>`,
    );
    expect(markdown).toMatch(/2 May 2020\n?$/);
    expect(JSON.stringify(entry.seen)).not.toMatch(/Facebook|Gulls/);
  });

  it.each(['The <a href="#top">top</a> quark', 'See the list at the <a href="#top">top</a>.'])(
    'are no links to the top in a sentence: %s',
    async (text) => {
      const { markdown } = await built(`<main><h1>Terns</h1>${TEXT}<p>${text}</p></main>`);
      expect(markdown).toContain('[top](#top)');
    },
  );

  it.each([
    [
      '<div class="alert"><span class="closebtn">&times;</span><b>Note</b> Terns nest.</div>',
      '**Note** Terns nest.',
    ],
    ['<div><span onclick="openNav()">&#9776; menu</span><p>Terns nest.</p></div>', 'Terns nest.'],
    ['<div><div class="numbertext">1 / 3</div><p>Terns nest.</p></div>', 'Terns nest.'],
    ['<p>A nest of 2 <span>×</span> 3 eggs</p>', 'A nest of 2 × 3 eggs'],
  ])('are signs that scripts handle, but no signs in a text: %s', async (box, text) => {
    const { markdown } = await built(`<main><h1>Terns</h1>${TEXT}${box}</main>`);
    expect(markdown.trim().split('\n\n').at(-1)).toBe(text);
  });

  it('are links to the neighbours of PyData, which are not counted as lost either', async () => {
    const next =
      '<div class="prev-next-area"><a class="right-next" href="/gulls/"><p>next</p><p>Gulls</p></a></div>';
    const { entry, markdown } = await built(`<main><h1>Terns</h1>${TEXT}<footer>${next}</footer></main>`);
    expect(markdown + JSON.stringify(entry.seen)).not.toContain('Gulls');
  });

  it('are words for an open box beside those for a closed one', async () => {
    const labels = '<span class="collapsed">Show code</span><span class="expanded">Hide code</span>';
    const { markdown } = await built(
      `<main><h1>Terns</h1>${TEXT}<details><summary>${labels}</summary><p>All is well.</p></details></main>`,
    );
    expect(markdown).toContain('**Show code**\n\nAll is well.');
  });

  it('are buttons beside the words of a heading, but not those that are the heading', async () => {
    const copy = '<h2>Food <button>Copy link</button></h2>';
    const { markdown } = await built(
      `<main><h1>Terns</h1>${copy}${TEXT}<h2><button>Nests</button></h2>${TEXT}</main>`,
    );
    expect(markdown.match(/^#+ .*/gm)).toEqual(['## Food', '## Nests']);
  });

  it('are no buttons with text in them', async () => {
    const { markdown } = await built(
      `<main><h1>Terns</h1>${TEXT}<button><b>200</b><p>All is well.</p></button></main>`,
    );
    expect(markdown).toContain('All is well.');
  });
});
