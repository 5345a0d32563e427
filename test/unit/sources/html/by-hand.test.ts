/** Sites that are written by hand: one head for all pages, elements that are never closed, links drawn as buttons. */
import { describe, expect, it } from 'vitest';
import { markdownOf, page, readOne, readSite, siteWith } from '../../../support/sources/html/read-site.js';

const words = 'Terns fly from one end of the earth to the other every year. '.repeat(3).trim();

describe('a page written by hand', () => {
  it('keeps its text inside of a header that is never closed', async () => {
    const menu = '<nav><a href="/">Home</a> <a href="/cakes.html">Cakes</a></nav>';
    const section = `<section><h2>Our cakes</h2><p>${words}</p></section>`;
    const entry = await readOne(
      page(`<div><header><a href="/"><h1>Tern Bakery</h1></a>${menu}${section}</div><p>End.</p>`),
    );
    expect(markdownOf(entry)).toContain(words);
    expect(markdownOf(entry)).not.toContain('Home');
  });

  it('keeps the links to its own parts that are buttons or cards', async () => {
    const buttons =
      '<div class="hero"><a class="btn" href="#a">Book a table</a> <a class="btn-outline" href="#b">See the menu</a></div>';
    const cards =
      '<div><a href="#a"><img src="a.png" alt=""><p>Salt</p></a><a href="#b"><img src="b.png" alt=""><p>Coal</p></a></div>';
    const list = '<div><a href="#a">Salt table</a> <a href="#b">Coal menu</a></div>';
    const parts = `<h2 id="a">A</h2><p>${words}</p><h2 id="b">B</h2><p>${words}</p>`;
    const twin = markdownOf(
      await readOne(page(`<main><h1>Tern</h1>${buttons}${cards}${list}${parts}</main>`)),
    );
    for (const kept of ['[Book a table](#a)', '[See the menu](#b)', '[Salt](#a)', '[Coal](#b)'])
      expect(twin).toContain(kept);
    expect(twin).not.toContain('Salt table');
  });

  it('keeps an accordion that has the role of a list of tabs, with the price in a button', async () => {
    const panel =
      '<h6><a data-toggle="collapse" href="#c">Why?</a></h6><div id="c" class="collapse"><p>So.</p></div>';
    const button = '<button>Add to basket - $20</button><button>Add to list</button>';
    const twin = markdownOf(
      await readOne(
        page(`<main><h1>Tern</h1><p>${words}</p><div role="tablist">${panel}</div>${button}</main>`),
      ),
    );
    expect(twin.split('\n\n').slice(1)).toEqual(['###### Why?', 'So.', 'Add to basket - $20']);
  });

  it('has no line for a link that shows nothing', async () => {
    const links =
      '<p><a href="/cakes.html"><span></span></a></p><p><a href="https://x.example/"><i class="fa"></i></a></p>';
    const twin = markdownOf(await readOne(page(`<main><h1>Tern</h1><p>${words}</p>${links}</main>`)));
    expect(twin.split('\n\n').slice(1)).toEqual(['<https://x.example/>']);
  });

  it('has the names of links and embedded pages, which do not count as added', async () => {
    const embed = '<iframe src="https://www.youtube.com/embed/x" title="Video player"></iframe>';
    const entry = await readOne(page(`<main><h1>Tern</h1><p>${words}</p>${embed}</main>`));
    expect(entry?.seen?.also.join(' ')).toContain('video player');
  });

  it('has the years of Thai dates in the common era', async () => {
    const date = '<meta property="article:published_time" content="2568-07-01">';
    const at = (lang: string) => readOne(page(`<main><h1>Tern</h1><p>${words}</p></main>`, date, lang));
    expect((await at('th'))?.published).toBe(Date.UTC(2025, 6, 1) / 1000);
    expect((await at('en'))?.published).toBe(Date.UTC(2568, 6, 1) / 1000);
  });

  it('is named after its place where many pages have its title', async () => {
    const one = (heading: string) =>
      page(`<main>${heading}<p>${words}</p></main>`, '<title>Tern Bakery - Cakes</title>');
    const { byFile } = await readSite(
      siteWith({
        'index.html': one('').replace('Tern Bakery - Cakes', 'Welcome'),
        'about-us.html': one('<h2>Hello</h2>'),
        'contact.html': one(''),
        'prices.html': one('<h1>All prices</h1>'),
        'rules.html': one('').replace('Tern Bakery - Cakes', 'House rules'),
      }),
    );
    expect(
      ['about-us', 'contact', 'prices', 'rules'].map((name) => byFile.get(`${name}.html`)?.title),
    ).toEqual(['About us', 'Contact', 'All prices', 'House rules']);
  });

  it('has the title of its head where its heading is a slogan or the name of the site', async () => {
    const one = (title: string, heading: string) =>
      page(`<main><h1>${heading}</h1><p>${words}</p></main>`, `<title>${title} | Bäckerei Tern</title>`);
    const { byFile } = await readSite(
      siteWith({
        'index.html': one('Start', 'Welcome'),
        'services.html': one('Services', 'We bake what you like.'),
        'about.html': one('About us', 'Backerei Tern'),
        'news.html': one('News', 'A new oven'),
      }),
    );
    const titles = ['services', 'about', 'news'].map((name) => byFile.get(`${name}.html`)?.title);
    expect(titles).toEqual(['Services', 'About us', 'A new oven']);
    expect(markdownOf(byFile.get('services.html'))).toContain('# We bake what you like.');
  });

  it('has the first heading below a title that all pages have in head and heading', async () => {
    const named = (heading: string, more = '') =>
      page(
        `<main><h1 class="sr-only">Tern 2026</h1><h2>${heading}</h2><p>${words}</p>${more}</main>`,
        '<title>Tern 2026</title>',
      );
    const { entries } = await readSite(
      siteWith({
        'index.html': named('Welcome'),
        'cfp.html': named('Call for Papers', '<h2>Dates</h2><p>May.</p>'),
        'pc.html': named('Committees'),
        'venue.html': named('Venue'),
        'jobs.html': page(
          `<main><h2>Research</h2><p>${words}</p><h2>Study</h2><p>So.</p></main>`,
          '<title>Tern 2026</title>',
        ),
      }),
    );
    expect(entries.map(({ title }) => title).sort()).toEqual([
      'Call for Papers',
      'Committees',
      'Jobs',
      'Tern 2026',
      'Venue',
    ]);
  });

  it('is named after its place where the title of all pages is its only heading', async () => {
    const one = page(`<h1>Tern Bakery</h1><p>${words}</p>`, '<title>Tern Bakery</title>');
    const names = ['about', 'cakes', 'prices', 'us'];
    const others = names.map((name, at) => [`${name}.html`, one + ' '.repeat(at + 1)]);
    const { entries } = await readSite(siteWith({ 'index.html': one, ...Object.fromEntries(others) }));
    expect(entries.map(({ title }) => title).sort()).toEqual([
      'About',
      'Cakes',
      'Prices',
      'Tern Bakery',
      'Us',
    ]);
  });

  it('has its own title where pages with other titles have its social title, or signs without spaces stand before the name of the site', async () => {
    const social = '<meta property="og:title" content="The 24th Conference">';
    const pages = ['会社概要', 'よくある質問', '入会案内'].map((title, at): [string, string] => [
      `${at}.html`,
      page(`<main><p>${words}</p></main>`, `<title>${title}｜燕の会</title>${social}`),
    ]);
    const { entries } = await readSite(siteWith(Object.fromEntries(pages)));
    expect(entries.map(({ title }) => title)).toEqual(['会社概要', 'よくある質問', '入会案内']);
  });

  it('has its own heading where head and social title are copies', async () => {
    const head = '<title>Tern - Bakery</title><meta property="og:title" content="Tern - Bakery">';
    const names = ['Cakes', 'Prices', 'Rolls'].map((name, at): [string, string] => [
      `${at}.html`,
      page(`<main><h1>${name}</h1><p>${words}</p></main>`, head),
    ]);
    const others = [3, 4, 5, 6, 7, 8].map((at): [string, string] => [
      `${at}.html`,
      page(`<main><h1>Page ${at}</h1><p>${words}</p></main>`, `<title>Page ${at}</title>`),
    ]);
    const { entries } = await readSite(siteWith(Object.fromEntries([...names, ...others])));
    expect(entries.slice(0, 3).map(({ title }) => title)).toEqual(['Cakes', 'Prices', 'Rolls']);
  });

  it('is named after its place where the head is a copy and its only title is a slogan outside its text', async () => {
    const slogan = '<header><h1>We bake for you</h1></header>';
    const names = ['cakes', 'prices', 'rolls', 'us'].map((name): [string, string] => [
      `${name}.html`,
      page(`${slogan}<main><p>${words} ${name}</p></main>`, '<title>Tern</title>'),
    ]);
    const { entries } = await readSite(siteWith(Object.fromEntries(names)));
    expect(entries.map(({ title }) => title)).toEqual(['Cakes', 'Prices', 'Rolls', 'Us']);
  });

  it('in UTF-8 is read so, although it declares an older encoding', async () => {
    const text = '燕は毎年地球の端から端まで飛ぶ。';
    const html = page(`<main><h1>燕</h1><p>${text.repeat(2)}</p></main>`).replace('"utf-8"', '"Shift_JIS"');
    expect(markdownOf(await readOne(html))).toContain(text);
  });

  it('keeps the slides of a carousel with arrows, and the introduction in its header under the menu of the site', async () => {
    const arrows = '<a href="#c" data-slide="prev"></a><a href="#c" data-slide="next"></a>';
    const slides = `<div id="c"><div><h2>Bread</h2><h3>Of rye</h3></div>${arrows}</div>`;
    const hero = (text: string) =>
      `<header><div>Tern Bakery of the harbour, open all day</div><nav><a href="/">Home</a></nav><div>${text}</div></header>`;
    const at = (name: string, text: string, more = '') =>
      page(`${hero(text)}<div><h2>${name}</h2><p>${words} ${name}.</p>${more}</div>`);
    const { byFile } = await readSite(
      siteWith({
        'a.html': at('A', 'We bake the bread that the terns of the harbour like.', slides),
        'b.html': at('B', ''),
        'c.html': at('C', ''),
        'd.html': at('D', ''),
      }),
    );
    const twin = markdownOf(byFile.get('a.html'));
    expect(twin).toMatch(/We bake the bread.+Bread.+Of rye/s);
    expect(twin).not.toContain('open all day');
  });

  it('has no messages that scripts show for a while', async () => {
    const messages =
      '<div class="loader">Loading...</div><div id="form-status">Thank you! We write soon.</div>';
    const twin = markdownOf(
      await readOne(page(`${messages}<h1>Terns</h1><p>${words}</p><div>Loading a boat</div>`)),
    );
    expect(twin).toBe(`${words}\n\nLoading a boat`);
  });

  it('keeps the headers of parts behind a heading that is not the title', async () => {
    const part = '<header><h3>v1.1</h3><p>13 - 05 - 2024</p></header>';
    const twin = markdownOf(await readOne(page(`<div><h3>Changes</h3>${part}<p>${words}</p>${part}</div>`)));
    expect(twin?.match(/v1\.1\n\n13 - 05 - 2024/g)).toHaveLength(2);
  });

  it('keeps signs at the end of its text, and code without letters', async () => {
    const end = '<p>★★★☆☆</p><table><tr><th>+</th></tr><tr><td>✓</td></tr></table><pre>***</pre>';
    const twin = markdownOf(await readOne(page(`<p>${words}</p>${end}<p><a href="#">▲</a></p>`)));
    expect(twin).toBe(`${words}\n\n★★★☆☆\n\n| + |\n| --- |\n| ✓ |\n\n\`\`\`\n***\n\`\`\``);
  });

  it('keeps the introduction that stands before its main element and on no other page', async () => {
    const bar = '<div><p>Open every day of the week, also on Sunday</p></div>';
    const at = (name: string, hero: string) =>
      page(`${bar}${hero}<main><h2>${name}</h2><p>${words} ${name}.</p></main>`);
    const hero = '<div><h2>Bread of rye</h2><p>We bake it at night for those who rise early.</p></div>';
    const trail = '<div><a href="/">Home</a> / The bread that we bake of rye at night</div>';
    const picture = '<div><p><img src="the-bread-that-we-bake.png" alt="Bread of rye"></p></div>';
    const files = {
      'a.html': at('A', hero),
      'b.html': at('B', trail),
      'c.html': at('C', picture),
      'd.html': at('D', `<div role="dialog"><p>We use cookies for the bread of rye that you like.</p></div>`),
    };
    const { byFile } = await readSite(siteWith(files));
    expect(markdownOf(byFile.get('a.html'))).toMatch(/^We bake it at night[^\n]+\n\n## A\n/);
    for (const name of ['b', 'c', 'd'])
      expect(markdownOf(byFile.get(`${name}.html`))).not.toMatch(/Open every day|of rye/);
  });

  it('stands on a site that is named by the title that all its pages have', async () => {
    const one = page(`<main><p>${words}</p></main>`, '<title>Tern Bakery - Home</title>');
    const { site } = await readSite(siteWith({ 'index.html': one, 'a.html': one, 'b.html': one }));
    expect(site?.title).toBe('Tern Bakery - Home');
  });

  it('separates the short texts of a row, which stand in elements without classes', async () => {
    const row = '<div class="facts"><span>6 guests</span><span>3 rooms</span><span>2 baths</span></div>';
    const name = '<div class="logo"><span>Tern</span><span>Bakery</span></div>';
    const links = '<div><a href="/a">Rye</a><a href="/b">Spelt</a></div><p>Roll<span>€2</span></p>';
    const type =
      '<p><span><span class="p">Box</span><span class="p">[</span><span>x</span>]</span> <span><span class="n">number</span><span class="p">[]</span></span></p>';
    const main = `<main><h1>Tern</h1><p>${words}</p>${row}${name}${links}${type}</main>`;
    const twin = markdownOf(await readOne(page(main)));
    expect(twin.split('\n\n').slice(1)).toEqual([
      '6 guests 3 rooms 2 baths',
      'TernBakery',
      '[Rye](/a) [Spelt](/b)',
      'Roll €2',
      'Box[x] number[]',
    ]);
  });

  it('has no lost words for a footer in a box that is never closed', async () => {
    const footer = '<footer><h3>About us</h3><p>We bake since 1950 in the old harbour.</p></footer>';
    const entry = await readOne(page(`<div><h1>Tern</h1><p>${words}</p>${footer}`));
    expect(entry.seen?.pieces.map(([, text]) => text).join(' ')).not.toContain('harbour');
  });

  it('is named in a warning where only scripts write its text', async () => {
    const shell = page(
      '<noscript>Enable JavaScript.</noscript><div id="root"></div><script src="a.js"></script>',
    );
    const { warnings } = await readSite(
      siteWith({
        'index.html': shell,
        'a.html': page(`<main><p>${words}</p></main>`),
        'b.html': page('<img src="b.png">'),
      }),
    );
    const empty = warnings.filter(({ code }) => code === 'html-empty-pages');
    expect(empty.map(({ file, message }) => [file, message.slice(0, 20)])).toEqual([
      ['index.html', 'The page has no text'],
    ]);
  });
});

describe('a form that is all of a page', () => {
  const form =
    '<form action="/book"><p><label for="n">Name of the boat</label><input id="n"></p><p><label><input type="radio"> Motor boat</label></p><button>Book</button></form>';

  it('has the labels of its fields in the twin', async () => {
    const entry = await readOne(page(`<nav><a href="/">Home</a></nav><h1>Book a berth</h1>${form}`));
    expect(markdownOf(entry)).toBe('Name of the boat\n\nMotor boat');
  });

  it('is left out beside a text, or if it is to sign in', async () => {
    const beside = await readOne(page(`<main><h1>Berths</h1><p>${words}</p>${form}</main>`));
    expect(markdownOf(beside)).toBe(words);
    const login = form.replace('/book', '/login');
    expect(markdownOf(await readOne(page(`<main><h1>Members</h1>${login}</main>`)))).toBe('');
  });
});

it.each([
  '<a href="https://statcounter.com/"><img src="https://c.statcounter.com/1/" alt="free hit counter"></a>',
  '<div><img src="https://mc.example/watch/1" style="position:absolute; left:-9999px" alt=""></div>',
])('a picture that counts visits without scripts is no text: %s', async (counter) => {
  const entry = await readOne(
    page(`<main><h1>Terns</h1><p>${words}</p><noscript>${counter}</noscript></main>`),
  );
  expect(markdownOf(entry)).toBe(words);
});

describe('a front page with a list of the pages', () => {
  const list =
    '<ul><li><a href="b.html">B</a></li><li><a href="c.html">C</a><ul><li><a href="a.html">A</a></li></ul></li></ul>';
  const orderOf = async (nav: string) => {
    const pages = ['a', 'b', 'c'].map((name) => [
      `${name}.html`,
      page(`${nav}<h1>${name}</h1><p>${words}</p>`),
    ]);
    const front = page(
      `<h1>Terns</h1><p>${words}</p>${list}<footer><ul><li><a href="a.html">A</a></li></ul></footer>`,
    );
    const { entries } = await readSite(siteWith({ 'index.html': front, ...Object.fromEntries(pages) }));
    const placed = entries.filter(({ navOrder }) => navOrder !== undefined);
    return placed.sort((x, y) => Number(x.navOrder) - Number(y.navOrder)).map(({ key }) => key);
  };

  it('orders them', async () => {
    expect(await orderOf('')).toEqual(['b.html', 'c.html', 'a.html']);
  });

  it('does not where they have a navigation', async () => {
    const nav = ['c', 'a', 'b'].map((name) => `<a href="${name}.html">${name}</a>`).join('');
    expect(await orderOf(`<nav>${nav}</nav>`)).toEqual(['c.html', 'a.html', 'b.html']);
  });
});
