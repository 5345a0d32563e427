import { describe, expect, it } from 'vitest';
import { Warnings } from '../../../../../src/core/warnings.js';
import { flat, render } from '../../../../support/content/body/wordpress/helpers.js';

const named = (name: string) =>
  `{"metadata":{"name":"${name}","bindings":{"__default":{"source":"core/pattern-overrides"}}}}`;
const PATTERN = [
  `<!-- wp:heading ${named('Head')} --><h2 class="wp-block-heading">Default head</h2><!-- /wp:heading -->`,
  `<!-- wp:paragraph ${named('Words')} --><p>Default words.</p><!-- /wp:paragraph -->`,
  `<!-- wp:button ${named('Go')} --><div class="wp-block-button"><a class="x" href="https://a.example/old">Default go</a></div><!-- /wp:button -->`,
  `<!-- wp:image ${named('Picture')} --><figure class="wp-block-image"><img src="https://a.example/a.jpg" alt="Default alt"/><figcaption>Default caption</figcaption></figure><!-- /wp:image -->`,
  '<!-- wp:paragraph --><p>Fixed line.</p><!-- /wp:paragraph -->',
].join('\n');
const insert = (content: object) => `<!-- wp:block ${JSON.stringify({ ref: 900, content })} /-->`;

describe('numbers and tables of blocks', () => {
  it.each([
    [
      'a counter',
      '<!-- wp:kadence/countup {"title":"Boats","start":0,"end":120,"suffix":"+"} /-->',
      '<p>120+</p>',
    ],
    ['a bar', '<!-- wp:kadence/progress-bar {"label":"Oak","progress":80} /-->', '<p>80%</p>'],
    [
      'items of a list in HTML',
      '<!-- wp:ub/styled-list {"list":"<li>Oak</li><li>Elm</li>"} /-->',
      '<ul><li>Oak</li><li>Elm</li></ul>',
    ],
    [
      'records as JSON',
      String.raw`<!-- wp:ub/image-slider {"captions":"[{\"text\":\"Low tide\"}]"} /-->`,
      '<p>Low tide</p>',
    ],
    [
      'a price',
      '<!-- wp:acme/price-box {"title":"Gold","mainPrice":"9","priceCurrency":"€"} /-->',
      '<p>€9</p>',
    ],
    [
      'a counter that is stored at its start',
      '<!-- wp:uagb/counter {"endNumber":"250"} --><p><span class="uagb-counter-block-number">0</span></p><!-- /wp:uagb/counter -->',
      '>250</span>',
    ],
  ])('come out: %s', (_, block, expected) => expect(render(block)).toContain(expected));

  it('leaves a table of contents out', () => {
    const links = String.raw`[{\"content\":\"Low tide\",\"level\":2}]`;
    expect(render(`<!-- wp:ub/table-of-contents-block {"title":"Contents","links":"${links}"} /-->`)).toBe(
      '',
    );
  });

  it('make a table of rows and cells without elements of their own', () => {
    const cell = (text: string) =>
      `<!-- wp:kadence/table-data --><p>${text}</p><!-- /wp:kadence/table-data -->`;
    const row = (cells: string) => `<!-- wp:kadence/table-row -->${cells}<!-- /wp:kadence/table-row -->`;
    const table = `<!-- wp:kadence/table {"isFirstRowHeader":true} -->${row(cell('Tide'))}${row(cell('Low'))}<!-- /wp:kadence/table -->`;
    expect(flat(render(table))).toContain(
      '<table><tr><th><p>Tide</p></th></tr><tr><td><p>Low</p></td></tr></table>',
    );
  });
});

describe('texts that a page puts into a synced pattern', () => {
  it.each([
    [
      'a heading',
      { Head: { content: 'Summer <em>offer</em>' } },
      '<h2 class="wp-block-heading">Summer <em>offer</em></h2>',
    ],
    ['a paragraph', { Words: { content: 'Boats leave at nine.' } }, '<p>Boats leave at nine.</p>'],
    [
      'a button with its address',
      { Go: { text: 'Book now', url: 'https://b.example/new?a=1&b=2' } },
      '<div class="wp-block-button"><a class="x" href="https://b.example/new?a=1&amp;b=2">Book now</a></div>',
    ],
    [
      'an image with its text',
      { Picture: { url: 'https://b.example/b.jpg', alt: 'A "red" boat', caption: 'The boat' } },
      '<img src="https://b.example/b.jpg" alt="A &quot;red&quot; boat"/><figcaption>The boat</figcaption>',
    ],
  ])('replace those of %s, and of nothing else', (_, content, expected) => {
    const html = flat(render(insert(content), { 900: PATTERN }));
    expect(html).toContain(expected);
    expect(html).toContain('<p>Fixed line.</p>');
    const [name] = Object.keys(content);
    for (const [key, word] of [
      ['Head', 'Default head'],
      ['Words', 'Default words.'],
      ['Go', 'Default go'],
    ]) {
      expect(html.includes(word ?? ''), key).toBe(key !== name);
    }
  });

  it('don’t become part of a link that the default text begins with', () => {
    const pattern = `<!-- wp:paragraph ${named('Words')} --><p><a href="/a/">Default</a> words.</p><!-- /wp:paragraph -->`;
    expect(render(insert({ Words: { content: 'Own words.' } }), { 900: pattern })).toBe('<p>Own words.</p>');
  });

  it('may be stored as in WordPress 6.5', () => {
    const content = { Words: { values: { content: 'Own words.' } } };
    expect(render(insert(content), { 900: PATTERN })).toContain('<p>Own words.</p>');
  });

  it('belong to a pattern whose number may be a text', () => {
    expect(render('<!-- wp:block {"ref":"900"} /-->', { 900: PATTERN })).toContain('<p>Fixed line.</p>');
  });

  it('are those of each insertion', () => {
    const html = render(
      insert({ Words: { content: 'First.' } }) + insert({ Words: { content: 'Second.' } }),
      { 900: PATTERN },
    );
    expect([html.includes('First.'), html.includes('Second.'), html.includes('Default words.')]).toEqual([
      true,
      true,
      false,
    ]);
  });

  it.each([[{ Other: { content: 'x' } }], [{ Words: 'x' }], [{ Words: { content: 7 } }], [[]]])(
    'that fit nothing change nothing: %j',
    (content) => {
      expect(flat(render(insert(content), { 900: PATTERN }))).toBe(
        flat(render(insert({}), { 900: PATTERN })),
      );
    },
  );
});

describe('blocks of extensions', () => {
  it.each([
    'site-blocks/callout',
    'post-kit/box',
    'comments-plus/note',
    'query-tools/card',
    'navigation-x/panel',
    'terms-of/use',
  ])('%s keeps its text, although a core name begins alike', (name) => {
    expect(render(`<!-- wp:${name} --><div><p>Words inside.</p></div><!-- /wp:${name} -->`)).toContain(
      'Words inside.',
    );
  });

  it.each([
    [
      'acf/testimonial',
      {
        name: 'acf/testimonial',
        data: { quote: 'It saved our summer.', _quote: 'field_61', author: 'R. Tamm' },
      },
      ['It saved our summer.', 'R. Tamm'],
    ],
    [
      'acme/card',
      { title: 'Opening times', text: 'Daily from nine & later', color: '#ff0000' },
      ['Opening times', 'Daily from nine &amp; later'],
    ],
    [
      'acme/faq',
      { question: 'Is it deep?', answer: 'Four <strong>metres</strong>.' },
      ['Is it deep?', 'Four <strong>metres</strong>.'],
    ],
    [
      'acme/hero',
      { heading: 'Harbour', subHeading: 'Since 1890', buttonText: 'Visit us', url: 'https://x.example/' },
      ['Harbour', 'Since 1890', '<a href="https://x.example/">Visit us</a>'],
    ],
    [
      'acme/button',
      { text: 'Get started', link: '/start/', color: '#ff0000' },
      ['<a href="/start/">Get started</a>'],
    ],
    [
      'acme/panels',
      { panels: { widgets: [{ title: 'Tides', text: 'High at nine.', panels_info: { name: 'Box' } }] } },
      ['Tides', 'High at nine.'],
    ],
    [
      'acme/encoded',
      { rows: encodeURIComponent(JSON.stringify([{ title: 'Pier', text: 'Built of oak.' }])) },
      ['Pier', 'Built of oak.'],
    ],
    ['acme/fields', { data: { body: '<p>Rich words.</p>' } }, ['Rich words.']],
    [
      'acme/widget',
      { widgetData: { text: 'Old words.' }, widgetHtml: '<div><p>Shown words.</p></div>' },
      ['Shown words.'],
    ],
    [
      'ub/review',
      { itemName: 'Tea set', summaryTitle: 'In short', itemType: 'Product', fontName: 'Box' },
      ['Tea set', 'In short'],
    ],
    [
      'ub/cta',
      { ub_cta_headline_text: 'Come and see', ub_cta_button_text: 'Visit', callToActionUrl: '/visit/' },
      ['Come and see', '<a href="/visit/">Visit</a>'],
    ],
    [
      'acme/box',
      { pros: ['Light weight'], sizes: ['Box'], howToYield: 'Four cups' },
      ['Light weight', 'Four cups'],
    ],
    ['acf/rows', { data: { group: { 'row-0': { name: 'First row' } }, tone: 'dark' } }, ['First row']],
    [
      'acme/hours',
      { days: [{ name: 'Mon', hours: [{ opening: '09:00', closing: '17:00' }] }] },
      ['09:00–17:00'],
    ],
    [
      'loos/post-link',
      { linkData: { title: 'The pier', url: '/pier/', kind: 'Box' }, fontFamily: { name: 'Box' } },
      ['<a href="/pier/">The pier</a>'],
    ],
    ['meta-box/go', { data: { button_text: 'Go', button_url: '/go/' } }, ['<a href="/go/">Go</a>']],
  ])('%s shows the text of its attributes', (name, attributes, texts) => {
    const html = render(`<!-- wp:${name} ${JSON.stringify(attributes)} /-->`);
    for (const text of texts) expect(html).toContain(`<p>${text}</p>`);
    expect(html).not.toMatch(/field_61|#ff0000|Box|Old words|&lt;|Product|dark/);
  });

  it.each([
    'adminNote',
    'internal_note',
    'afterPurchaseText',
    'unlockedContent',
    'signedInMessage',
    'tooltipText',
  ])('keep what most readers never see: %s', (name) => {
    const html = render(
      `<!-- wp:acme/box ${JSON.stringify({ [name]: 'HELD for now', box: { [name]: 'HELD too' } })} /-->`,
    );
    expect(html).not.toContain('HELD');
  });

  it.each(['internal_note', 'members_only_text', 'box_0_logged_in_content', 'api_key', 'admin_label'])(
    'keep fields with words of editors to each other or for some readers: %s',
    (name) => {
      const data = { [name]: 'HELD for now', title: 'Tea', not_logged_in_text: 'Join us.' };
      expect(render(`<!-- wp:acf/box ${JSON.stringify({ data })} /-->`)).toBe('<p>Tea</p>\n<p>Join us.</p>');
    },
  );

  it('around other blocks show what these lack', () => {
    const data = { title: 'Tea', body: 'Black.', padding: 'large' };
    const html = render(
      `<!-- wp:acf/box ${JSON.stringify({ data, name: 'Nameless' })} --><p>Black.</p><!-- /wp:acf/box -->`,
    );
    expect(html).toBe('<p>Black.</p>');
    const inner = '<!-- wp:paragraph --><p>Black.</p><!-- /wp:paragraph -->';
    expect(
      flat(
        render(
          `<!-- wp:acf/box ${JSON.stringify({ data, name: 'Nameless' })} -->${inner}<!-- /wp:acf/box -->`,
        ),
      ),
    ).toBe('<p>Tea</p><p>Black.</p>');
  });

  it('show pictures that their attributes have as records', () => {
    const images = [{ id: 4, url: 'https://b.example/b.jpg', alt: 'Boat', caption: 'A boat' }];
    expect(render(`<!-- wp:acme/gallery ${JSON.stringify({ ids: [4], images })} /-->`)).toBe(
      '<figure><img src="https://b.example/b.jpg" alt="Boat"><figcaption>A boat</figcaption></figure>',
    );
  });

  it('show videos and sounds by their addresses', () => {
    const html = render(
      '<!-- wp:acme/player {"audioUrl":"https://b.example/a.mp3","videoUrl":"https://b.example/b.mp4"} /-->',
    );
    expect(html).toContain('<audio controls src="https://b.example/a.mp3">');
    expect(html).toContain('<video controls src="https://b.example/b.mp4">');
  });

  it('have no texts in names of classes', () => {
    const warnings = new Warnings();
    render('<!-- wp:acme/box {"className":"wide tall"} /-->', {}, warnings);
    expect(warnings.list()).toEqual([]);
  });

  it('that outline a course have the titles of its modules', () => {
    const lesson =
      '<!-- wp:acme/outline-lesson {"title":"Knots"} --><div></div><!-- /wp:acme/outline-lesson -->';
    const html = render(
      `<!-- wp:acme/course-outline-module {"title":"Ropes"} --><div>${lesson}</div><!-- /wp:acme/course-outline-module -->`,
    );
    expect(html).toMatch(/Ropes[\s\S]*Knots/);
  });

  it('are read in linear time', () => {
    const start = performance.now();
    render(
      `<!-- wp:acme/box ${JSON.stringify({ foo: 'a'.repeat(200_000), itemName: 'a.'.repeat(100_000) })} /-->`,
    );
    expect(performance.now() - start).toBeLessThan(2000);
  });

  it('count to their end, also where nothing is stored', () => {
    const html = '<div><span class="prefix-count"></span><div class="count-up-number"></div></div>';
    expect(
      render(`<!-- wp:acme/countup {"end":500,"prefix":"+"} -->${html}<!-- /wp:acme/countup -->`),
    ).toContain('<div class="count-up-number">+500</div>');
  });

  it('show a text with a level as a heading', () => {
    expect(render('<!-- wp:acme/heading {"content":"Tides","level":3} /-->')).toBe('<h3>Tides</h3>');
  });

  it.each([
    JSON.stringify([{ title: 'Pier', text: '[members]HELD[/members]Open.' }]),
    JSON.stringify([{ title: 'HELD', visibleTo: 'members' }]),
  ])('hold back encoded text for some readers: %s', (rows) => {
    const html = render(`<!-- wp:acme/rows {"rows":"${encodeURIComponent(rows)}"} /-->`);
    expect(html).not.toContain('HELD');
  });

  it.each(['generateblocks/query', 'acme/post-grid', 'acme/newsletter', 'acme/table-of-contents'])(
    'of lists of other entries and sign-ups are left out: %s',
    (name) => {
      expect(render(`<!-- wp:${name} --><div><h2>{{post_title}}</h2></div><!-- /wp:${name} -->`)).toBe('');
    },
  );

  it('show what is written into a card of the shop', () => {
    const card = (name: string) => `<!-- wp:${name} {"mediaId":7} --><p>Mugs</p><!-- /wp:${name} -->`;
    expect(render(card('woocommerce/featured-category'))).toBe('<p>Mugs</p>');
    expect(render(card('woocommerce/product-template'))).toBe('');
  });

  it('have no tags of values that the site computes', () => {
    const html = '<p>By {{author_meta key:display_name}}, {{ kept }}.</p>';
    expect(render(`<!-- wp:generateblocks/text -->${html}<!-- /wp:generateblocks/text -->`)).toBe(
      '<p>By , {{ kept }}.</p>',
    );
  });

  it.each(['insert_php', 'exec'])('have no code that the site runs: [%s]', (name) => {
    expect(render(`<p>Seen</p>[${name}] $key = "HELD"; [/${name}]`)).toBe('<p>Seen</p>');
  });

  it('have no line that only joins such values', () => {
    const html = '<p>By {{author_meta key:display_name}} on {{post_date}}</p>';
    expect(render(`<!-- wp:generateblocks/text -->${html}<!-- /wp:generateblocks/text -->`)).toBe('');
  });

  it('leave out items that an editor switched off', () => {
    const questions = [
      { id: 'a', title: 'Is it deep?', content: 'Four metres.', visible: true },
      { id: 'b', title: 'Is it sold?', content: 'Not yet decided.', visible: false },
    ];
    const html = render(`<!-- wp:acme/faq-block ${JSON.stringify({ questions })} /-->`);
    expect(html).toContain('<p>Four metres.</p>');
    expect(html).not.toMatch(/sold|decided/);
  });

  it.each([
    [
      'a title that the content lacks',
      '{"panelTitle":"Which tea?"}',
      '<p><strong>Which tea?</strong></p><p>Black.</p>',
    ],
    ['a title with a level', '{"title":"Which tea?","titleTag":"h3"}', '<h3>Which tea?</h3><p>Black.</p>'],
    ['no title that the content has', '{"title":"Black"}', '<p>Black.</p>'],
    [
      'a title whose words the content has in a sentence',
      '{"title":"Bla"}',
      '<p><strong>Bla</strong></p><p>Black.</p>',
    ],
    ['no other attribute', '{"name":"Which tea?"}', '<p>Black.</p>'],
  ])('of panels show %s', (_, attributes, expected) => {
    const block = `<!-- wp:ub/content-toggle-panel-block ${attributes} --><p>Black.</p><!-- /wp:ub/content-toggle-panel-block -->`;
    expect(render(block)).toBe(expected);
  });

  it('show the labels of the platform’s own tabs inside their panels', () => {
    const panel = '<section class="wp-block-tab"><p>Black tea.</p></section>';
    expect(render(`<!-- wp:tab {"label":"Tea"} -->${panel}<!-- /wp:tab -->`)).toBe(
      '<section class="wp-block-tab"><p><strong>Tea</strong></p><p>Black tea.</p></section>',
    );
  });

  it('show titles that the block around the panels stores', () => {
    const panels = ['<p>Black.</p>', '<p>Green.</p>'].map(
      (html) => `<!-- wp:ub/tab-block -->${html}<!-- /wp:ub/tab-block -->`,
    );
    const block = `<!-- wp:ub/tabbed-content-block {"tabsTitle":["Assam","Sencha"]} -->${panels.join('')}<!-- /wp:ub/tabbed-content-block -->`;
    expect(render(block)).toBe(
      '<p><strong>Assam</strong></p><p>Black.</p><p><strong>Sencha</strong></p><p>Green.</p>',
    );
  });

  it('show text whose escapes lost their backslashes', () => {
    const html = render('<!-- wp:acme/note {"text":"u003cstrongu003eMind the gapu003c/strongu003e"} /-->');
    expect(html).toContain('<p><strong>Mind the gap</strong></p>');
  });

  it.each(['<!-- wp:wp-recipe-maker/recipe {"id":7} /-->', '[wprm-recipe id="7"]', '[tasty-recipe id=7]'])(
    'show a recipe of the export: %s',
    (body) => expect(render(body, { 7: '<p>Dark bread.</p>' })).toContain('<p>Dark bread.</p>'),
  );

  it.each([
    ['acme/hero', '{"heading":"Tides"}', '<p>Tides</p>'],
    ['acme/quote', '{"userName":"Ida Ko"}', '<p>Ida Ko</p>'],
    ['acme/review', '{"pros":["light"]}', '<p>light</p>'],
    ['acme/video', '{"src":"https://a.example/1.mp4"}', '<video controls src="https://a.example/1.mp4">'],
  ])('of %s show what a script would write into an empty box', (name, attributes, expected) => {
    const block = `<!-- wp:${name} ${attributes} --><div class="x"><div></div></div><!-- /wp:${name} -->`;
    expect(render(block)).toContain(expected);
  });

  it('of a look show nothing', () => {
    const block = '<!-- wp:acme/spacer {"label":"Wide gap"} --><div></div><!-- /wp:acme/spacer -->';
    expect(render(block)).not.toContain('gap');
  });

  it('show rich text that is stored in pieces', () => {
    const html = render('<!-- wp:ub/styled-box {"title":[["Ropes"],["Knots"]]} /-->');
    expect(flat(html)).toContain('<p>Ropes</p><p>Knots</p>');
  });

  it('show the tracks of a playlist', () => {
    const track = { src: 'https://a.example/1.mp3', title: 'Tide <b>1</b>', artist: 'A & B', length: '3:14' };
    expect(render(`<!-- wp:playlist-track ${JSON.stringify(track)} /-->`)).toBe(
      '<li><a href="https://a.example/1.mp3">Tide &lt;b&gt;1&lt;/b&gt;</a>, A &amp; B, 3:14</li>',
    );
  });

  it('name attributes that may be text or a setting, and leave them out', () => {
    const warnings = new Warnings();
    const html = render(
      '<!-- wp:acme/form {"emailSubject":"A new lead came in","theme":"dark"} /-->',
      {},
      warnings,
    );
    expect(html).toBe('');
    expect(warnings.list()).toMatchObject([
      { code: 'wordpress-block-text', message: expect.stringMatching(/acme\/form.*emailSubject/) },
    ]);
  });
});

describe('words in square brackets', () => {
  it.each([
    'Read $_POST[user_name] first, then item[order_id] at last.',
    'a[first_key][second_key] is set',
    'The log says [worker_1] started at nine.',
    'Written [sic_erat] by hand.',
  ])('are text inside of a line: %s', (text) => {
    expect(render(text)).toContain(text);
  });

  it.each([
    ['[my_map]', ''],
    ['Before.\n\n[contact_form]\n\nAfter.', '<p>Before.</p><p>After.</p>'],
    ['<div>[team_list]</div>', '<div></div>'],
    ['[outer_a][inner_b]', ''],
    ['[my-login-form]', ''],
    ['The [self-made] one.', '<p>The [self-made] one.</p>'],
    ['See [[Page name]] and [[gallery]].', '<p>See [[Page name]] and [gallery].</p>'],
    ['Text [box_x id="7"] more.', '<p>Text  more.</p>'],
  ])('are a shortcode alone in a line or with attributes: %s', (text, expected) => {
    expect(render(text).replace(/>\s+</g, '><').trim()).toBe(expected);
  });
});

it('a link in the data of a block is a link', () => {
  const data = { button: { title: 'Book & go', url: '/book/', target: '' }, _button: 'field_1', photo: 12 };
  expect(render(`<!-- wp:acf/hero ${JSON.stringify({ data })} /-->`)).toBe(
    '<p><a href="/book/">Book &amp; go</a></p>',
  );
});
