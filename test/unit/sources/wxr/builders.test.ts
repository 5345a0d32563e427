import { describe, expect, it } from 'vitest';
import { seenOf } from '../../../../src/content/fidelity/source-text.js';
import { NO_PRIVACY_RULES } from '../../../../src/content/privacy/privacy.js';
import { cutGates } from '../../../../src/content/privacy/wordpress/cut.js';
import { gateWarnings } from '../../../../src/content/privacy/wordpress/warnings.js';
import { builderMarkup } from '../../../../src/sources/wxr/builders/body.js';
import { readBreakdance, readBricks } from '../../../../src/sources/wxr/builders/bricks.js';
import { readElementor } from '../../../../src/sources/wxr/builders/elementor.js';
import { nameShownTexts } from '../../../../src/sources/wxr/builders/texts.js';

const markup = (name: string, settings: Readonly<Record<string, unknown>>) =>
  builderMarkup('elementor', [{ name, settings, children: [] }], NO_PRIVACY_RULES);

describe('an element whose settings carry the name of its extension', () => {
  it('shows its price and the items of its list', () => {
    const html = markup('eael-pricing-table', {
      eael_pricing_table_title: 'Gold',
      eael_pricing_table_price: '9',
      eael_pricing_table_price_cur: '€',
      eael_pricing_table_price_period: 'month',
      eael_pricing_table_items: [{ eael_pricing_table_item: 'Two boats' }],
    });
    expect(html).toContain('<p>€9 month</p>');
    expect(html).toContain('<li>Two boats</li>');
  });

  it('shows its title and its button', () => {
    const html = markup('eael-cta-box', {
      eael_cta_title: 'Sail',
      eael_cta_btn_text: 'Book',
      eael_cta_btn_link: { url: 'https://a.example/' },
    });
    expect(html).toContain('>Sail</h3>');
    expect(html).toContain('<a href="https://a.example/">Book</a>');
  });

  it('shows the words of a text that changes', () => {
    const html = markup('eael-fancy-text', {
      eael_fancy_text_prefix: 'We sail',
      eael_fancy_text_strings: [{ eael_fancy_text_strings_text_field: 'north' }],
      eael_fancy_text_suffix: 'today',
    });
    expect(html).toContain('We sail north today');
  });

  it.each(['eael_cl_enable', 'acme_display_rules', 'display_condition_enable'])(
    'is held back under a condition: %s',
    (key) => {
      const html = markup('text-editor', { editor: 'CANARY', [key]: 'yes' });
      expect(cutGates(html, NO_PRIVACY_RULES).text).not.toContain('CANARY');
    },
  );
});

it.each([
  ['["[]"]', true],
  ['[""]', true],
  [String.raw`["[[{\"condition\":\"login_status\"}]]"]`, false],
  [String.raw`"[[{\"condition\":\"login_status\"}]]"`, false],
])('display conditions %s let every reader see an element: %s', (conditions, isShown) => {
  const data = `[{"widgetType":"heading","settings":{"title":"Tide","e_display_conditions":${conditions}}}]`;
  const html = builderMarkup('elementor', readElementor(data) ?? [], NO_PRIVACY_RULES);
  expect(cutGates(html, NO_PRIVACY_RULES).text.includes('Tide')).toBe(isShown);
});

it('shows an element whose conditions are switched off, and not one with others besides', () => {
  const off = { editor: 'Tide', acme_cl_enable: '', acme_cl_logics: [{ logic_type: 'login_status' }] };
  const shown = (settings: object) => cutGates(markup('text-editor', { ...settings }), NO_PRIVACY_RULES).text;
  expect(shown(off)).toContain('Tide');
  expect(shown({ ...off, acme_content_protection: 'yes' })).not.toContain('Tide');
  expect(shown({ ...off, acme_cl_enable: 'yes' })).not.toContain('Tide');
});

it('shows the front of a box that turns before its back', () => {
  const back = { title_text_b: 'Low', description_text_b: 'Mud.', button_text: 'Go' };
  const html = markup('flip-box', { title_text_a: 'High', ...back, description_text_a: 'Water.' });
  expect(html.replace(/<[^<>]*>|\s+/g, ' ').match(/\w+\.?/g)).toEqual([
    'High',
    'Water.',
    'Low',
    'Mud.',
    'Go',
  ]);
});

it('leaves out the names of slides', () => {
  const slide = '{"elType":"container","elements":[{"widgetType":"heading","settings":{"title":"Tide"}}]}';
  const data = `[{"widgetType":"nested-carousel","settings":{"carousel_items":[{"slide_title":"Slide #1"}]},"elements":[${slide}]}]`;
  const html = builderMarkup('elementor', readElementor(data) ?? [], NO_PRIVACY_RULES);
  expect(html).toContain('Tide');
  expect(html).not.toContain('Slide');
});

describe('a setting of an unknown name', () => {
  const settings = {
    descrition: 'Two <b>boats</b> &amp; a dinghy',
    animation_words: 'a dinghy',
    _title: 'boats & a',
    box_class: 'wide box',
    rows: [{ headline_animation: 'North or south' }],
  };

  it('is shown when the stored body has its words', () => {
    const shown = nameShownTexts(settings, ' Two boats & a dinghy North or south ');
    expect(Object.keys(shown)).toEqual(['shown0_text', 'shown1_text', '_title', 'box_class', 'rows']);
    const html = markup('acme-box', shown);
    expect(html).toContain('Two <b>boats</b> &amp; a dinghy');
    expect(html).toContain('<li>North or south</li>');
  });

  it("isn't when it repeats its own name, and the body doesn't have it", () => {
    const unused = { secondary_title: 'Secondary Title', title: 'Title' };
    expect(nameShownTexts(unused, ' Other words ')).toEqual({ title: 'Title' });
    expect(nameShownTexts(unused, ' Secondary Title ')).toEqual(unused);
    const sample = { list: [{ list_title: 'Title #1', name: 'Sail' }] };
    expect(nameShownTexts(sample, ' Sail ')).toEqual({ list: [{ name: 'Sail' }] });
    expect(nameShownTexts(sample, ' Title #1 Sail ')).toEqual(sample);
    expect(nameShownTexts(sample, '  ')).toEqual(sample);
  });

  it('is shown beside its label when it is a fact or tells how to reach somebody', () => {
    const rows = {
      rows: [
        { label: 'Skipper', value: 'Ada Sea' },
        { label: 'Date', value: 'May 2020' },
      ],
    };
    const html = markup('acme-facts', nameShownTexts(rows, ' Skipper Ada Sea Date May 2020 '));
    expect(html).toContain('<li>Skipper: Ada Sea</li><li>Date: May 2020</li>');
    const place = nameShownTexts({ email: 'pier@a.example', phone: '555' }, ' Emailpier@a.example ');
    expect(markup('acme-place', place)).toContain('<p>pier@a.example</p>');
  });

  it("isn't when it stands nowhere in it", () => {
    expect(nameShownTexts(settings, ' Other words ')).toEqual(settings);
  });
});

it.each([
  ['==', '0', true],
  ['==', '1', false],
  ['!=', '0', false],
])('shows an element of Bricks if user_logged_in %s %s: %s', (compare, value, isShown) => {
  const conditions = { 0: { 0: { id: 'x', key: 'user_logged_in', compare, value } } };
  const html = markup('text', { text: 'Seen', _conditions: conditions });
  expect(cutGates(html, NO_PRIVACY_RULES).text.includes('Seen')).toBe(isShown);
});

it('shows the texts beside the video of a box', () => {
  const url = { url: 'https://a.example/sail.mp4' };
  const html = markup('acme-video-banner', { video_type: 'hosted', hosted_url: url, title: 'Sail' });
  expect(html).toMatch(/<video controls src="https:\/\/a\.example\/sail\.mp4">[\s\S]*<h3>Sail<\/h3>/);
});

it('shows the words above a list of testimonials', () => {
  const rows = [{ testimonial: 'Dry all day.', name: 'Ada' }];
  const html = markup('acme-testimonials', { heading: 'Heard', description: 'At the quay.', rows });
  expect(html).toMatch(/Heard[\s\S]+At the quay\.[\s\S]+<blockquote>[\s\S]*Dry all day\.[\s\S]*Ada/);
});

it('shows all of an item that has more than a line', () => {
  const columns = [
    { title: 'Gold', price: '$9', features: ['Two boats'], button_text: 'Book', button_url: '/b/' },
  ];
  const html = markup('pricing-table', { pricing_columns: columns });
  for (const text of ['Gold</h3>', '$9', '<li>Two boats</li>', '<a href="/b/">Book</a>'])
    expect(html).toContain(text);
});

it('shows the code of a listing, and no switch', () => {
  const html = markup('code-highlight', { language: 'js', code: 'a < b', show_caption: 'below' });
  expect(html).toContain('<pre><code class="language-js">a &lt; b</code></pre>');
  expect(html).not.toContain('below');
  expect(markup('code', { code: '<?php secret();', executeCode: true })).toBe('');
});

it('keeps the links of pictures and of boxes', () => {
  const image = { image: { url: 'https://a.example/a.jpg', alt: 'A' }, link: { url: '/a/' } };
  expect(markup('image', image)).toContain('<a href="/a/"><figure>');
  expect(markup('image', { ...image, link: { url: '#' } })).not.toContain('<a ');
  const child = { name: 'text-editor', settings: { editor: 'Sail' }, children: [] };
  const box = { name: 'link', settings: { url: '/s/', off_canvas_name: 'Box' }, children: [child] };
  const html = builderMarkup('oxygen', [box], NO_PRIVACY_RULES);
  expect(html).toMatch(/<a href="\/s\/">[\s\S]*Sail[\s\S]*<\/a>/);
  expect(html).not.toContain('Box');
});

it('shows the text of a divider that has one', () => {
  expect(markup('divider', { text: 'Divider' })).toBe('');
  expect(markup('divider', { text: 'Next', look: 'line_text' })).toContain('Next');
});

it('drops fields that the site fills in', () => {
  const data =
    'a:1:{i:0;a:3:{s:2:"id";s:1:"a";s:4:"name";s:7:"heading";s:8:"settings";a:1:{s:4:"text";s:21:"Now {acf_price:x} {y}";}}}';
  expect(readBricks(data)?.[0]?.settings).toEqual({ text: 'Now  {y}' });
});

describe('a page of Breakdance', () => {
  const element = (type: string, content: unknown, more = {}) => ({
    data: { type: `EssentialElements\\${type}`, properties: { content, ...more } },
    children: [],
  });
  const read = (...children: unknown[]) => {
    const tree = JSON.stringify({ root: { data: { type: 'root' }, children } });
    const elements = readBreakdance(JSON.stringify({ tree_json_string: tree })) ?? [];
    return cutGates(builderMarkup('breakdance', elements, NO_PRIVACY_RULES), NO_PRIVACY_RULES).text;
  };

  it('shows its texts, links and pictures', () => {
    const html = read(
      element('Heading', { content: { text: 'Sail', tags: 'h3' } }),
      element('Button', { content: { text: 'Book', link: { type: 'url', url: '/b/' } } }),
      element('Image2', { image: { media: { url: 'https://a.example/a.jpg', alt: 'A' } } }),
    );
    for (const text of ['<h3>Sail</h3>', '<a href="/b/">Book</a>', 'alt="A"']) expect(html).toContain(text);
  });

  it('holds back what has conditions', () => {
    const conditions = { conditions: [[{ ruleSlug: 'user-logged-in', value: 'yes' }]] };
    expect(
      read(element('Text', { content: { text: 'CANARY' } }, { settings: { conditions } })),
    ).not.toContain('CANARY');
  });
});

it('leaves the comments of blocks in a text', () => {
  const editor = '<!-- wp:shortcode -->\n[cart]\n<!-- /wp:shortcode -->';
  expect(markup('text-editor', { editor })).toContain('<!-- wp:shortcode -->');
});

describe('an element without text of the page', () => {
  const warningsOf = (html: string) =>
    gateWarnings(cutGates(html, NO_PRIVACY_RULES).gates, { file: 'a', label: 'a' });

  it("isn't named when it was switched off for all screens", () => {
    const off = { settings: { hide_desktop: 'y', hide_tablet: 'y', hide_mobile: 'y', editor: 'CANARY' } };
    const elements = readElementor(JSON.stringify([{ elType: 'widget', widgetType: 'text-editor', ...off }]));
    const html = builderMarkup('elementor', elements ?? [], NO_PRIVACY_RULES);
    expect(html).not.toBe('');
    expect(cutGates(html, NO_PRIVACY_RULES).text).not.toContain('CANARY');
    expect(warningsOf(html)).toEqual([]);
  });

  it.each(['posts', 'portfolio', 'loop-grid', 'wp-widget-recent-posts', 'eael-post-grid'])(
    'is named in the report when it lists other entries: %s',
    (name) => {
      const body = markup(name, { posts_per_page: 6, query: { orderby: 'Newest first' } });
      const parts = { pattern: () => undefined };
      const { pieces } = seenOf({ title: '', body, format: 'wordpress', ref: 'a.xml' }, parts, []);
      expect(pieces).toEqual([[`elementor/${name}`, '', '']]);
    },
  );

  it("isn't when it is a form with labels", () => {
    expect(markup('acme-newsletter', { subscribe_text: 'Subscribe' })).toBe('');
  });
});

it.each([
  ['youtube', { link: 'https://www.youtube.com/watch?v=abc' }, 'https://www.youtube.com/watch?v=abc'],
  ['vimeo', { vimeo_link: 'https://vimeo.com/7', link: 'https://youtu.be/x' }, 'https://vimeo.com/7'],
  ['hosted', { hosted_link: 'https://a.example/a.mp4' }, 'https://a.example/a.mp4'],
])('shows a video of the first versions: %s', (type, settings, url) => {
  expect(markup('video', { video_type: type, ...settings })).toContain(url);
});

it.each([
  [
    'e-image',
    { image: typed('image', { src: typed('image-src', { id: typed('id', 12), url: null }) }) },
    '"ids":[12]',
  ],
  ['e-youtube', { source: typed('string', 'https://youtu.be/abcdefghijk') }, 'https://youtu.be/abcdefghijk'],
])('shows what an element of version 4 keeps by its id or source: %s', (widgetType, settings, shown) => {
  const elements = readElementor(JSON.stringify([{ elType: 'widget', widgetType, settings }])) ?? [];
  expect(builderMarkup('elementor', elements, NO_PRIVACY_RULES)).toContain(shown);
});

function typed(type: string, value: unknown) {
  return { $$type: type, value };
}
