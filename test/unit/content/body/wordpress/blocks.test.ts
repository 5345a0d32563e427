import { describe, expect, it } from 'vitest';
import { Warnings } from '../../../../../src/core/warnings.js';
import { flat, render } from '../../../../support/content/body/wordpress/helpers.js';

it('a block keeps the order of its titles and lists', () => {
  const attributes = {
    partsTitle: 'Parts',
    ingredients: [{ name: ['Flour'] }],
    stepsTitle: 'Steps',
    notes: 'Keep cool.',
  };
  const html = render(`<!-- wp:acme/recipe ${JSON.stringify(attributes)} /-->`);
  expect(
    html
      .replace(/<[^<>]+>\s*/g, ' ')
      .trim()
      .split(/\s+/),
  ).toEqual(['Parts', 'Flour', 'Steps', 'Keep', 'cool.']);
});

it('a step of instructions has its direction, which elsewhere is a setting', () => {
  const steps = [{ title: 'Moor', direction: 'Tie the rope twice' }];
  const html = render(`<!-- wp:acme/how-to ${JSON.stringify({ steps, direction: 'row reverse' })} /-->`);
  expect(html).toContain('Tie the rope twice');
  expect(html).not.toContain('row reverse');
});

describe('static blocks', () => {
  it('keep their markup, without the comments', () => {
    expect(
      flat(
        render(
          '<!-- wp:group {"layout":{"type":"flex"}} -->\n<div class="wp-block-group"><!-- wp:paragraph -->\n<p>One</p>\n<!-- /wp:paragraph -->\n\n<!-- wp:core/heading -->\n<h2>Two</h2>\n<!-- /wp:core/heading --></div>\n<!-- /wp:group -->',
        ),
      ),
    ).toBe('<div class="wp-block-group"><p>One</p><h2>Two</h2></div>');
  });

  it('get no line breaks of their own', () => {
    expect(render('<!-- wp:paragraph -->\n<p>One\ntwo</p>\n<!-- /wp:paragraph -->')).toBe('<p>One\ntwo</p>');
  });

  it('leave classic text between them its paragraphs', () => {
    expect(
      flat(render('Before\n\nme\n<!-- wp:separator -->\n<hr/>\n<!-- /wp:separator -->\nAfter\nme')),
    ).toBe('<p>Before</p><p>me</p><hr/><p>After<br> me</p>');
    expect(flat(render('<!-- wp:freeform -->\nA\n\nB\n<!-- /wp:freeform -->'))).toBe('<p>A</p><p>B</p>');
  });

  it('leave the HTML block as it is', () => {
    expect(render('<!-- wp:html -->\n<marquee>\n\nx</marquee>\n<!-- /wp:html -->')).toBe(
      '<marquee>\n\nx</marquee>',
    );
  });
});

describe('embeds', () => {
  const figure =
    '<figure class="wp-block-embed is-type-video is-provider-youtube"><div class="wp-block-embed__wrapper">\nhttps://youtu.be/a\n</div><figcaption>Ride</figcaption></figure>';

  it.each(['embed', 'core-embed/youtube'])('%s keeps the figure with the address', (name) => {
    expect(render(`<!-- wp:${name} {"url":"https://youtu.be/a"} -->\n${figure}\n<!-- /wp:${name} -->`)).toBe(
      figure,
    );
  });

  it('makes one where the block is empty', () => {
    expect(flat(render('<!-- wp:embed {"url":"https://vimeo.com/7?a=1\\u0026b=2"} /-->'))).toBe(
      '<figure class="wp-block-embed is-type-video is-provider-vimeo wp-block-embed-vimeo"><div class="wp-block-embed__wrapper">https://vimeo.com/7?a=1&amp;b=2</div></figure>',
    );
  });
});

describe('media', () => {
  it('fills an empty alternative text from the library', () => {
    const image = (more: string) =>
      render(`<!-- wp:image {"id":1} --><figure><img ${more}src="/s.jpg"/></figure><!-- /wp:image -->`);
    expect(image('')).toContain('<img alt="A truing stand" src="/s.jpg"/>');
    expect(image('alt="" ')).toContain('alt="A truing stand"');
    expect(image('alt="Mine" ')).toContain('alt="Mine"');
    expect(image('alt="" role="presentation" ')).toContain('<img alt="" role="presentation"');
    expect(render('<img class="wp-image-2" alt="" src="/x.jpg">')).toContain(
      'alt="A &quot;wet&quot; saddle"',
    );
    expect(render('<img class="wp-image-77" alt="" src="/x.jpg">')).toContain(
      '<img class="wp-image-77" alt=""',
    );
  });

  it.each([
    [
      'the file itself',
      'src="https://old.example/wp-content/uploads/saddle.jpg"',
      'width="900" height="1200"',
    ],
    ['a copy of it elsewhere', 'src="/uploads/saddle.jpg?x=1"', 'width="900" height="1200"'],
    ['a smaller one', 'src="/uploads/saddle-300x400.jpg"', 'width="300" height="400"'],
    ['another file', 'src="/uploads/bell.jpg"', undefined],
    ['a smaller one of another file', 'src="/uploads/bell-300x400.jpg"', undefined],
    ['a width of its own', 'width="20" src="/uploads/saddle.jpg"', undefined],
  ])('gives an image its size: %s', (_, attributes, size) => {
    const html = render(`<img class="wp-image-2" alt="A" ${attributes}>`);
    if (size === undefined) expect(html).not.toMatch(/ height=| width="(?:300|900)"/);
    else expect(html).toContain(`<img ${size} class="wp-image-2"`);
  });

  it('makes a gallery, player or link of an empty block from its ids', () => {
    expect(flat(render('<!-- wp:gallery {"ids":[1,77]} /-->'))).toContain(
      '<img src="https://old.example/wp-content/uploads/stand.jpg"',
    );
    expect(render('<!-- wp:audio {"id":3} /-->')).toContain(
      '<audio controls src="https://old.example/wp-content/uploads/bell.mp3">',
    );
    expect(render('<!-- wp:video {"src":"/v.mp4"} /-->')).toContain('<video controls src="/v.mp4">');
    expect(render('<!-- wp:file {"id":4} /-->')).toContain('>Spokes &amp; &lt;nipples&gt; &amp; more</a>');
    expect(render('<!-- wp:image {"id":1} /-->')).toContain('alt="A truing stand"');
  });

  it('keeps the old gallery’s list', () => {
    const list =
      '<figure class="wp-block-gallery"><ul class="blocks-gallery-grid"><li class="blocks-gallery-item"><figure><img src="/a.jpg" alt="A"/><figcaption>Cap</figcaption></figure></li></ul></figure>';
    expect(render(`<!-- wp:gallery {"ids":[1]} -->\n${list}\n<!-- /wp:gallery -->`)).toBe(list);
  });

  it('links a file once', () => {
    const html = render(
      '<!-- wp:file {"id":4} -->\n<div class="wp-block-file"><object class="wp-block-file__embed" data="/c.pdf"></object><a href="/c.pdf">Chart</a><a href="/c.pdf" class="wp-block-file__button wp-element-button" download>Download</a></div>\n<!-- /wp:file -->',
    );
    expect(html).toBe('<div class="wp-block-file"><a href="/c.pdf">Chart</a></div>');
  });
});

describe('dynamic blocks', () => {
  it.each([
    '<!-- wp:latest-posts {"postsToShow":3} /-->',
    '<!-- wp:search {"label":"Search"} /-->',
    '<!-- wp:navigation --><!-- wp:navigation-link {"label":"Gone"} /--><!-- /wp:navigation -->',
    '<!-- wp:query {"queryId":1} --><div class="wp-block-query"><!-- wp:post-template --><!-- wp:post-title /--><p>Gone</p><!-- /wp:post-template --></div><!-- /wp:query -->',
    '<!-- wp:comments --><div><!-- wp:comments-title /--><!-- wp:paragraph --><p>Gone</p><!-- /wp:paragraph --></div><!-- /wp:comments -->',
    '<!-- wp:loginout /-->',
    '<!-- wp:read-more {"content":"Gone"} /-->',
    '<!-- wp:more {"customText":"Gone"} -->\n<!--more Gone-->\n<!-- /wp:more -->',
    '<!-- wp:nextpage -->\n<!--nextpage-->\n<!-- /wp:nextpage -->',
    '<!-- wp:shortcode /-->',
    '<!-- wp:contact-form-7/contact-form-selector {"id":5} --><div>[contact-form-7 id="5"]</div><!-- /wp:contact-form-7/contact-form-selector -->',
    '<!-- wp:acme/weather {"city":"Loft"} /-->',
    '<!-- wp:social-links --><!-- wp:social-link {"url":"#","service":"x"} /--><!-- /wp:social-links -->',
  ])('%s leaves nothing', (block) => {
    expect(flat(render(`<p>a</p>\n${block}\n<p>b</p>`))).toBe('<p>a</p><p>b</p>');
  });

  it('keep the words around a list of other entries, but no heading alone', () => {
    const query = (words: string) =>
      `<!-- wp:query {"queryId":1} --><div><!-- wp:heading --><h2>New</h2><!-- /wp:heading -->${words}<!-- wp:post-template --><p>Gone</p><!-- /wp:post-template --><!-- wp:query-no-results --><p>Gone</p><!-- /wp:query-no-results --></div><!-- /wp:query -->`;
    expect(flat(render(query('<p>Read on.</p>')))).toBe('<div><h2>New</h2><p>Read on.</p></div>');
    expect(flat(render(query('')))).toBe('');
  });

  it('names where a social link leads', () => {
    expect(
      flat(
        render(
          '<!-- wp:social-links --><ul><!-- wp:social-link {"url":"https://x.example/l","service":"mastodon"} /--><!-- wp:social-link {"url":"a@x.example","service":"mail"} /--><!-- wp:social-link {"url":"y.example/l","service":"y"} /--><!-- wp:social-link {"url":"#x1","service":"z"} /--></ul><!-- /wp:social-links -->',
        ),
      ),
    ).toBe(
      '<ul><li><a href="https://x.example/l">mastodon</a></li><li><a href="mailto:a@x.example">mail</a></li><li><a href="https://y.example/l">y</a></li></ul>',
    );
  });
});

describe('reusable blocks', () => {
  const use = (id: number) => `<!-- wp:block {"ref":${id}} /-->`;

  it('are put in, classic ones with their paragraphs', () => {
    expect(
      flat(
        render(`${use(1)}${use(2)}`, {
          1: '<!-- wp:paragraph --><p>One</p><!-- /wp:paragraph -->',
          2: 'Two\n\nThree',
        }),
      ),
    ).toBe('<p>One</p><p>Two</p><p>Three</p>');
  });

  it('that are not there are named in a warning', () => {
    const warnings = new Warnings();
    expect(render(`<p>a</p>${use(3)}`, {}, warnings)).toBe('<p>a</p>');
    expect(warnings.list()).toEqual([
      {
        code: 'wordpress-pattern-left-out',
        message: expect.stringContaining('export.xml:12: the reusable block 3'),
      },
    ]);
  });

  it('that contain themselves end', () => {
    const warnings = new Warnings();
    expect(flat(render(use(1), { 1: `<p>x</p>${use(2)}`, 2: `<p>y</p>${use(1)}` }, warnings))).toBe(
      '<p>x</p><p>y</p>',
    );
    expect(warnings.list()[0]?.message).toContain('contains itself');
  });

  it('do not grow without end', () => {
    const patterns = Object.fromEntries(Array.from({ length: 8 }, (_, i) => [i, use(i + 1).repeat(10)]));
    const warnings = new Warnings();
    const html = render(use(0), { ...patterns, 8: '<p>lol</p>' }, warnings);
    expect(html.split('lol').length).toBeLessThan(202);
    expect(warnings.list().length).toBeGreaterThan(0);
  });
});

describe('footnotes', () => {
  it('become the list that the references point to', () => {
    const items = JSON.stringify({
      items: [
        { id: 'a-1', content: 'See <em>rules</em>' },
        { id: '"><x', content: 'bad' },
      ],
    })
      .replaceAll('<', '\\u003c')
      .replaceAll('>', '\\u003e');
    expect(render(`<!-- wp:footnotes ${items} /-->`)).toBe(
      '<ol class="wp-block-footnotes"><li id="a-1">See <em>rules</em> <a href="#a-1-link">↩</a></li></ol>',
    );
    expect(render('<!-- wp:footnotes /-->')).toBe('');
  });
});

describe('broken comments', () => {
  it.each([
    ['never closed block', '<!-- wp:group -->\n<div><p>a</p></div>', '<div><p>a</p></div>'],
    ['never opened block', '<p>a</p>\n<!-- /wp:group -->', '<p>a</p>'],
    [
      'crossed blocks',
      '<!-- wp:group --><div><!-- wp:quote --><p>a</p><!-- /wp:group --></div><!-- /wp:quote -->',
      '<div><p>a</p></div>',
    ],
    ['attributes that are no JSON', '<!-- wp:paragraph {"a":} --><p>a</p><!-- /wp:paragraph -->', '<p>a</p>'],
    ['comment without end', '<p>a</p>\n<!-- wp:paragraph {"x":1}\n<p>b</p>', '<p>a</p><p>b</p>'],
    ['two comments without end', '<!-- wp:a\n<p>b</p>\n<!-- wp:c\n<p>d</p>', '<p>b</p><p>d</p>'],
    ['ordinary comment', '<p>a</p><!-- note --><p>b</p>', '<p>a</p><p>b</p>'],
    ['markers', 'a\n<!--more Read on-->\nb<!--noteaser-->', '<p>a</p><p>b</p>'],
  ])('%s', (_, body, html) => {
    expect(flat(render(body))).toBe(html);
  });
});
