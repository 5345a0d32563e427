import { describe, expect, it } from 'vitest';
import { Warnings } from '../../../../../src/core/warnings.js';
import { flat, render } from '../../../../support/content/body/wordpress/helpers.js';

const IMG =
  '<img class="size-full wp-image-1" src="https://old.example/s.jpg" alt="" width="9" height="9" />';
const embed = (url: string, provider: string, type = 'video') =>
  `<figure class="wp-block-embed is-type-${type} is-provider-${provider} wp-block-embed-${provider}"><div class="wp-block-embed__wrapper">${url}</div></figure>`;

describe('captions', () => {
  it('makes a figure of the new form, with the library’s alternative text', () => {
    expect(
      flat(
        render(
          `[caption id="attachment_1" align="left" width="9"]<a href="/big.jpg">${IMG}</a> The <em>stand</em>[/caption]`,
        ),
      ),
    ).toBe(
      '<figure class="wp-caption"><a href="/big.jpg"><img alt="A truing stand" class="size-full wp-image-1" src="https://old.example/s.jpg" width="9" height="9" /></a><figcaption>The <em>stand</em></figcaption></figure>',
    );
  });

  it('makes one of the old form', () => {
    const html = render(`[wp_caption width="9" caption="Old &amp; good"]${IMG}[/wp_caption]\nText`);
    expect(flat(html)).toContain('<figcaption>Old &amp; good</figcaption></figure><p>Text</p>');
  });

  it('keeps the content where no image is', () => {
    expect(render('[caption width="9"]Only words[/caption]')).toBe('<p>Only words</p>');
  });
});

describe('galleries', () => {
  const figure = (id: number, file: string, alt: string, rest = '') =>
    `<figure class="wp-block-image"><img src="https://old.example/wp-content/uploads/${file}" alt="${alt}"${rest === '' ? '' : ' width="900" height="1200"'} class="wp-image-${id}">${rest}</figure>`;
  const one = figure(1, 'stand.jpg', 'A truing stand');
  const two = figure(
    2,
    'saddle.jpg',
    'A &quot;wet&quot; saddle',
    '<figcaption>Saddle <em>no. 4</em></figcaption>',
  );
  const gallery = (...figures: string[]) =>
    `<figure class="wp-block-gallery has-nested-images">${figures.join('')}</figure>`;

  it.each([
    ['[gallery columns=2 ids="2, 1,77"]', gallery(two, one)],
    ['[gallery]', gallery(one, two)],
    ['[gallery exclude="1"]', gallery(two)],
    ['[gallery include="1" link="file"/]', gallery(one)],
    ['[gallery ids="3"]', ''],
    ['[gallery id="5"]', ''],
  ])('%s', (text, html) => {
    expect(flat(render(text))).toBe(html);
  });

  it('stands between paragraphs', () => {
    expect(flat(render('Before\n[gallery ids="1"]\nAfter'))).toBe(`<p>Before</p>${gallery(one)}<p>After</p>`);
  });
});

describe('players and platforms', () => {
  it.each([
    [
      '[audio mp3="/a.mp3"][/audio]',
      '<figure class="wp-block-audio"><audio controls src="/a.mp3"></audio></figure>',
    ],
    [
      '[audio https://old.example/a.ogg]',
      '<figure class="wp-block-audio"><audio controls src="https://old.example/a.ogg"></audio></figure>',
    ],
    [
      '[video width="6" mp4="https://old.example/v.mp4" poster="/p.jpg"][/video]',
      '<figure class="wp-block-video"><video controls src="https://old.example/v.mp4" poster="/p.jpg"></video></figure>',
    ],
    ['[video src="javascript:alert(1)"]', ''],
    [
      '[playlist ids="3"]',
      '<figure class="wp-block-audio"><audio controls src="https://old.example/wp-content/uploads/bell.mp3" title="Bell tones"></audio></figure>',
    ],
    [
      '[playlist type="video" ids="5"]',
      '<figure class="wp-block-video"><video controls src="https://old.example/wp-content/uploads/ride.mp4" title="The ride"></video></figure>',
    ],
  ])('%s', (text, html) => {
    expect(flat(render(text))).toBe(html);
  });

  it.each([
    ['[embed width="9"]https://vimeo.com/7[/embed]', embed('https://vimeo.com/7', 'vimeo')],
    [
      '[youtube https://www.youtube.com/watch?v=abc]',
      embed('https://www.youtube.com/watch?v=abc', 'youtube'),
    ],
    ['[youtube=https://youtu.be/abc]', embed('https://youtu.be/abc', 'youtube')],
    ['[youtube]abc[/youtube]', embed('https://www.youtube.com/watch?v=abc', 'youtube')],
    ['[youtube id="abc"]', embed('https://www.youtube.com/watch?v=abc', 'youtube')],
    ['[vimeo 123]', embed('https://vimeo.com/123', 'vimeo')],
    ['[fusion_youtube id="abc" width="6" /]', embed('https://www.youtube.com/watch?v=abc', 'youtube')],
    ['[video src="https://youtu.be/abc"]', embed('https://youtu.be/abc', 'youtube')],
    [
      '[soundcloud url="https://soundcloud.com/loft/bell"]',
      embed('https://soundcloud.com/loft/bell', 'soundcloud', 'rich'),
    ],
  ])('%s', (text, html) => {
    expect(render(text)).toBe(html);
  });
});

describe('addresses on their own line', () => {
  it('become an embed for a known platform and a link otherwise', () => {
    expect(
      render('See\n\nhttps://www.youtube.com/watch?v=a&b=c\n\nand\n\n  https://old.example/x  \n\nend'),
    ).toBe(
      `<p>See</p>\n${embed('https://www.youtube.com/watch?v=a&b=c', 'youtube')}\n<p>and</p>\n<p><a href="https://old.example/x">https://old.example/x</a></p>\n<p>end</p>`,
    );
  });

  it('stay text within a line', () => {
    expect(render('See https://www.youtube.com/watch?v=a now')).toBe(
      '<p>See https://www.youtube.com/watch?v=a now</p>',
    );
  });

  it('do not match a host that only looks like a platform', () => {
    expect(render('https://notyoutube.com/x')).toContain('<a href=');
    expect(render('https://youtube.com.evil.example/x')).toContain('<a href=');
  });
});

describe('code', () => {
  it.each([
    ['[code]if (a<b && c) "x"[/code]', '<pre><code>if (a&lt;b &amp;&amp; c) &quot;x&quot;</code></pre>'],
    [
      '[sourcecode language="python"]\nfor x in y:\n\n    pass\n[/sourcecode]',
      '<pre><code class="language-python">for x in y:\n\n    pass</code></pre>',
    ],
    ['[highlight lang="js"]a[/highlight]', '<pre><code class="language-js">a</code></pre>'],
    ['Mark [highlight]this[/highlight] word.', '<p>Mark this word.</p>'],
    ['[code lang="js"]a &lt; b[/code]', '<pre><code class="language-js">a &lt; b</code></pre>'],
    [
      '[php]echo "[gallery]";[/php]',
      '<pre><code class="language-php">echo &quot;[gallery]&quot;;</code></pre>',
    ],
    ['[patch]- a\n+ b[/patch]', '<pre><code class="language-patch">- a\n+ b</code></pre>'],
    ['[gist id="771"]a = 1[/gist]', '<pre><code>a = 1</code></pre>'],
    ['[code]<b "never closed[/code]', '<pre><code>&lt;b &quot;never closed</code></pre>'],
    ['[code language="\'><script>"]x[/code]', '<pre><code>x</code></pre>'],
  ])('%s', (text, html) => {
    expect(render(text)).toBe(html);
  });

  it('leaves shortcodes in pre and code as text', () => {
    const html = '<pre>[gallery] [foo a="b"]</pre>\n<p><code>[caption x="y"]</code></p>';
    expect(render(html)).toBe(html);
  });
});

describe('words in brackets', () => {
  it.each([
    ['A quote [sic] and [citation needed].', 'A quote [sic] and [citation needed].'],
    ['See [1] and [the loft](x) and [] and [ ] and [x', 'See [1] and [the loft](x) and [] and [ ] and [x'],
    ['Write [[gallery]] here', 'Write [gallery] here'],
    ['Is [katex]\\sqrt{2}[/katex] odd?', 'Is <span class="math">\\(\\sqrt{2}\\)</span> odd?'],
    ['Write [[caption a="b"]x[/caption]] here', 'Write [caption a="b"]x[/caption] here'],
    ['Unknown [thing a="1"] and [a]b[/a] go', 'Unknown and b go'],
    ['An [img_assist|nid=1|title=a b|link=none] goes', 'An goes'],
    ['The [a|b=c] and [newsletter] of [map|x] stay', 'The [a|b=c] and [newsletter] of [map|x] stay'],
    ['Words\n\n[newsletter]', 'Words'],
    ['A name [my_thing] inside of a line stays', 'A name [my_thing] inside of a line stays'],
    ['A [contact-form-7 id="5" title="Mail"] goes', 'A goes'],
    ['A stray [/b] goes', 'A stray goes'],
    ['[toc] Contents go, [ez-toc]', 'Contents go,'],
    ['An equation [x=1] and [youtube] stay', 'An equation [x=1] and [youtube] stay'],
    ['[note x="a ] b"]kept[/note]', 'kept'],
    ['[curly a=“b”]kept[/curly]', 'kept'],
    ['<a href="/[x_y]" title="[z a=\'1\']">link</a>', '<a href="/[x_y]" title="[z a=\'1\']">link</a>'],
    ['[a]1[b]2[/a]3[/b]', '1[b]23'],
  ])('%s', (text, html) => {
    expect(flat(render(text))).toBe(`<p>${html}</p>`);
  });
});

describe('page builders', () => {
  it('keeps what an element of Divi shows', () => {
    expect(
      flat(
        render(
          '[et_pb_section fb_built="1"][et_pb_row][et_pb_heading title="Wipe %22it%22" title_level="h4"][/et_pb_heading][et_pb_text]<p>Oil</p>[/et_pb_text][et_pb_image src="/a.jpg" alt="A"][/et_pb_image][et_pb_button button_url="/x" button_text="Ask"][/et_pb_button][et_pb_contact_form title="Mail"][et_pb_contact_field field_title="Name"][/et_pb_contact_field][/et_pb_contact_form][/et_pb_row][/et_pb_section]',
        ),
      ),
    ).toBe(
      '<h4>Wipe &quot;it&quot;</h4><p>Oil</p><p><img src="/a.jpg" alt="A"></p><p><a href="/x">Ask</a></p>',
    );
  });

  it('keeps what an element of WPBakery shows', () => {
    const raw = Buffer.from(encodeURIComponent('<b>raw</b>')).toString('base64');
    expect(
      flat(
        render(
          `[vc_row css=".vc{a:b !important;}"][vc_column][vc_custom_heading text="Squeal" font_container="tag:h3|text_align:left"][vc_column_text]One\n\nTwo[/vc_column_text][vc_single_image image="1"][vc_btn title="Book" link="url:https%3A%2F%2Fold.example%2Fb%2F|title:x"][vc_raw_html]${raw}[/vc_raw_html][vc_empty_space height="9"][vc_video link="https://vimeo.com/7"][/vc_column][/vc_row]`,
        ),
      ),
    ).toBe(
      flat(
        `<h3>Squeal</h3><p>One</p><p>Two</p><p><img src="https://old.example/wp-content/uploads/stand.jpg" alt="A truing stand" class="wp-image-1"></p><p><a href="https://old.example/b/">Book</a></p><p><b>raw</b></p>${embed('https://vimeo.com/7', 'vimeo')}`,
      ),
    );
  });

  it('keeps what an element of Avada shows', () => {
    expect(
      flat(
        render(
          '[fusion_title size="4"]It <i>creaks</i>[/fusion_title][fusion_text]Hardly.[/fusion_text][fusion_imageframe image_id="1|full"]/b.jpg[/fusion_imageframe][fusion_button link="/y"]Come[/fusion_button]',
        ),
      ),
    ).toBe(
      '<h4>It <i>creaks</i></h4><p>Hardly.</p><p><img src="/b.jpg" alt=""></p><p><a href="/y">Come</a></p>',
    );
  });

  it('does not let an attribute become markup', () => {
    const html = render(
      '[et_pb_heading title="<script>x</script>"][et_pb_button button_url="javascript:x" button_text="y"]',
    );
    expect(html).toBe('<h2>&lt;script&gt;x&lt;/script&gt;</h2>');
  });
});

describe('elements of page builders show', () => {
  const skills = encodeURIComponent(
    JSON.stringify([{ label: 'Rigging', value: '90' }, { label: '[members]x' }]),
  );
  it.each([
    [
      'a title that leads somewhere',
      '[et_pb_blurb title="Ropes" url="/ropes/"]All kinds.[/et_pb_blurb]',
      '<h3><a href="/ropes/">Ropes</a></h3><p>All kinds.</p>',
    ],
    [
      'a number',
      '[et_pb_number_counter title="Boats" number="42" percent_sign="off"]',
      '<h3>Boats</h3><p>42</p>',
    ],
    ['a share', '[et_pb_counter percent="80"]Oak[/et_pb_counter]', '<p>80%</p><p>Oak</p>'],
    ['a divider with a title', '[vc_text_separator title="Next"]', '<h3>Next</h3>'],
    ['a divider', '[vc_separator]', ''],
    [
      'a button of a slide',
      '[et_pb_slide heading="Sale" button_text="More" button_link="/s/"]Now.[/et_pb_slide]',
      '<h3>Sale</h3><p>Now.</p><p><a href="/s/">More</a></p>',
    ],
    [
      'both sides of a card',
      '[fusion_flip_box title_front="Front" text_front="Turn me" title_back="Back"]Inside.[/fusion_flip_box]',
      '<h3>Front</h3><p>Turn me</p><p>Back</p><p>Inside.</p>',
    ],
    [
      'a price',
      '[fusion_pricing_price currency="$" price="15.55" time="monthly"]',
      '<p>$15.55 / monthly</p>',
    ],
    [
      'the company of a person',
      '[fusion_testimonial name="Zoe" company="Pier"]Good.[/fusion_testimonial]',
      '<p>Good.</p><p>Zoe, Pier</p>',
    ],
    ['a person before the job', '[fusion_person name="Ida" title="Pilot"]', '<p>Ida, Pilot</p>'],
    [
      'a label beside a switch',
      '[av_promobox button="yes" label="Go" link="/go/"]',
      '<p><a href="/go/">Go</a></p>',
    ],
    ['a heading of its level', '[x_custom_headline level="h2"]Sail[/x_custom_headline]', '<h2>Sail</h2>'],
    [
      'where a counter ends',
      '[x_counter num_end="200" num_suffix="+" text_above="Boats"]',
      '<p>Boats</p><p>200+</p>',
    ],
    ['a bar', '[x_skill_bar heading="Knots" percent="80%"]', '<h3>Knots</h3><p>80%</p>'],
    ['a widget with text', '[vc_wp_text title="Mind"]The gap[/vc_wp_text]', '<h3>Mind</h3><p>The gap</p>'],
    ['the title of a clock', '[et_pb_countdown_timer title="Soon" date_time="2030-01-01"]', '<h3>Soon</h3>'],
    [
      'the lines of a price table',
      '[et_pb_pricing_table title="Plan"]\n+Oars\n-Sails\n[/et_pb_pricing_table]',
      '<h3>Plan</h3><ul><li>Oars</li><li>Sails</li></ul>',
    ],
    [
      'an address behind a word',
      "[av_button label='Go' link='manually,/go/']",
      '<p><a href="/go/">Go</a></p>',
    ],
    [
      'a table',
      '[av_table][av_row][av_cell]A[/av_cell][av_cell]B[/av_cell][/av_row][/av_table]',
      '<table><tr><td>A</td><td>B</td></tr></table>',
    ],
    [
      'a packed table, but no shortcodes in it',
      '[vc_table][b;18px]Tide,High|[c]6%2C5%20m,%3Cb%3EB%3C/b%3E%5Bx%5D[/vc_table]',
      '<table><tr><td>Tide</td><td>High</td></tr><tr><td>6,5 m</td><td></td></tr></table>',
    ],
    ['line breaks', '[cs_content_seo]One\\n\\nTwo[/cs_content_seo]', '<p>One</p><p>Two</p>'],
    [
      'a list in a parameter, but no shortcodes in it',
      `[vc_progress_bar values="${skills}"]`,
      '<ul><li>Rigging: 90</li></ul>',
    ],
    [
      'a quotation in a parameter',
      '[nectar_single_testimonial quote="Dry all day." name="Ada"]',
      '<p>Dry all day.</p><p>Ada</p>',
    ],
    [
      'a label inside, where its parameter is empty',
      '[fusion_button title="" link="/y"]Go[/fusion_button]',
      '<p><a href="/y">Go</a></p>',
    ],
    [
      'the link of a picture',
      '[et_pb_image src="/a.jpg" alt="A" url="/y" title_text="a_1"]',
      '<p><a href="/y"><img src="/a.jpg" alt="A"></a></p>',
    ],
    [
      'a picture without a link',
      '[et_pb_image src="/a.jpg" alt="A" url="#"]',
      '<p><img src="/a.jpg" alt="A"></p>',
    ],
    [
      'both buttons',
      '[et_pb_fullwidth_header title="A" button_one_text="B" button_one_url="/b" button_two_text="C" button_two_url="/c"]',
      '<h3>A</h3><p><a href="/b">B</a></p><p><a href="/c">C</a></p>',
    ],
    [
      'a title beside its content',
      '[ultimate_heading main_heading="Tea"]Black.[/ultimate_heading]',
      '<h2>Tea</h2><p>Black.</p>',
    ],
    [
      'texts under longer names',
      '[ult_box box_title="Tea" box_align="left" admin_label="Box"]',
      '<p>Tea</p>',
    ],
    [
      'no address and no name of a box as text',
      '[vc_cta h2="Tea" btn_title="Go" btn_link="url:https%3A%2F%2Fa.example%2F" name="box-1"]',
      '<h3>Tea</h3><p><a href="https://a.example/">Go</a></p>',
    ],
    ['no reference to a field', '[et_pb_text]A @ET-DC@eyJkeW5hbWljIjp0cnVlfQ==@[/et_pb_text]', '<p>A</p>'],
    [
      'no settings between texts',
      '<p>A</p>__CONFIG_group_edit__{"k":{"name":"x"}}__CONFIG_group_edit__',
      '<p>A</p>',
    ],
    ['who is quoted', '[su_quote cite="Ada"]Fine.[/su_quote]', '<p>Fine.</p><p>Ada</p>'],
  ])('%s', (_, body, html) => {
    expect(flat(render(body))).toBe(html);
  });
});

describe('notes in brackets alone', () => {
  it('are footnotes where their numbers run from 1', () => {
    const html = render('Tea[1. Black or green.] and milk[2. Cold <em>milk</em>.]');
    expect(html).toMatch(/Tea<sup[^>]*><a[^>]*>1<[\s\S]+<li[^>]*>Black or green\./);
    expect(html).toContain('Cold <em>milk</em>.');
    expect(render('Tea[1. Black.] and milk[3. Cold.]')).toBe('<p>Tea[1. Black.] and milk[3. Cold.]</p>');
  });

  it('are footnotes in doubled brackets, if they have some words and there is no code', () => {
    expect(render('Tea ((Black or green.)) is hot.')).toMatch(/<li[^>]*>Black or green\./);
    for (const text of ['f((a))', 'f(a (b c d))', '<code>x ((a b c))</code>'])
      expect(render(text)).toContain(text);
  });
});

describe('recipes of Jetpack', () => {
  it('show their facts, and lists for lines with a dash or a number', () => {
    const parts =
      '[recipe-ingredients]\n- 1 leek\n- salt\n[/recipe-ingredients]\n[recipe-directions title="Steps"]\n1. Boil.\nServe.\n[/recipe-directions]';
    const html = render(
      `[recipe title="Soup" servings="4" source="Ida" sourceurl="https://a.example/"]\n${parts}[/recipe]`,
    );
    expect(flat(html)).toBe(
      '<h3>Soup</h3><ul><li><strong>Servings:</strong> 4</li><li><strong>Source:</strong><a href="https://a.example/">Ida</a></li></ul><h4>Ingredients</h4><ul><li>1 leek</li><li>salt</li></ul><h4>Steps</h4><ol><li>Boil.</li></ol><p>Serve.</p>',
    );
  });

  it('have no title for a part whose title is off', () => {
    expect(flat(render('[recipe-notes title="false"]Warm.[/recipe-notes]'))).toBe('<p>Warm.</p>');
  });
});

it.each([
  ['[gravityform id="1"]', 0],
  ['[acme_empty_space height="9"]', 0],
  ['[slider_x id="1"]', 1],
])('%s gives %i warnings, since forms and gaps show no text of the entry', (body, count) => {
  const warnings = new Warnings();
  render(body, {}, warnings);
  expect(warnings.list()).toHaveLength(count);
});
