import { describe, expect, it } from 'vitest';
import { Warnings } from '../../../../../src/core/warnings.js';
import { render } from '../../../../support/content/body/wordpress/helpers.js';

describe('shortcodes of no known extension', () => {
  it.each([
    ['[button text="Buy" link="https://x.example/"]', '<a href="https://x.example/">Buy</a>'],
    ['[button link="/buy/"]Buy now[/button]', '<a href="/buy/">Buy now</a>'],
    ['[alert title="Mind<br />the gap"]Stand back.[/alert]', '<strong>Mind<br>the gap</strong>'],
    ['[notice text="Low & slow" color="#fff" size="large"]', 'Low &amp; slow'],
    ['[card title="A <script>x</script>"]B[/card]', '&lt;script&gt;'],
    ['[headings heading="Oars" preheading="WHAT WE DO"]', '<strong>WHAT WE DO</strong>'],
    ['[milestone number="250" subject="Miles" symbol="+"]', '<p>250+</p>'],
    ['[pricing_column title="Day" price="9" currency_symbol="$" interval="mo"]', '<p>$9 / mo</p>'],
    [`[notice text="<p>Low <a href='/tea/'>tide</a></p>"]`, `<p>Low <a href='/tea/'>tide</a></p>`],
    ['[notice text="<p>Low tide"]', '&lt;p&gt;Low tide'],
    ['A [tip text="<p>ebb</p>"]tide[/tip] turns.', 'A tide (ebb) turns.'],
    ['[text_block text="PHA+TG93IHRpZGUuPC9wPg=="]', '<p>Low tide.</p>'],
    ['[text_block text="internationalize"]', 'internationalize'],
    ['[tdm_block_column_title title_text="T3VyJTIwdGVhbQ=="]', 'Our team'],
    [
      '[td_block_text_with_title custom_title="Homepage"]PHA+U2FpbHMuPC9wPg==[/td_block_text_with_title]',
      '<p>Sails.</p>',
    ],
    [
      '[acme_work cat="Apps" title="Tide tables" link="url:%2Ftides%2F"]',
      '<a href="/tides/">Tide tables</a>',
    ],
    ['[acme_news form="7" title="Keep in touch" desc="Once a month"]', '<strong>Keep in touch</strong>'],
    ['[ultimate_pricing package_heading="Day" package_price="$9" package_unit="day"]', '<p>$9 / day</p>'],
    ['[acme_map]%5B%7B%22address%22%3A%221%20Quay%22%7D%5D[/acme_map]', '<li>1 Quay</li>'],
    [
      '[acme_map offices="%5B%7B%22office%22%3A%22Old%20Port%22%2C%22link%22%3A%22url%3A%252Fa%7C%22%7D%5D"]',
      '<ul><li>Old Port</li></ul>',
    ],
    ['[quote_box text="Fine ropes." author="Ada"]', 'Ada'],
    ['[bctt tweet="#Rope is all: keep it dry!" username="ada"]', '#Rope is all: keep it dry!'],
    ['[team_member name="Ada" job_position="Master, Owner"]', 'Ada, Master, Owner'],
    ['[reveal line="Ropes dry in the wind." ease="in out in out"]', 'Ropes dry in the wind.'],
    ['[list_item list_title="Ropes" list_class="Box"]Dry.[/list_item]', 'Ropes'],
    ['[pdf_viewer url="https://x.example/a.pdf"]', '<a href="https://x.example/a.pdf">a.pdf</a>'],
    ['[img src="https://x.example/a.jpg" alt="A"]', '<img src="https://x.example/a.jpg" alt="A">'],
    ['[fvplayer src="https://x.example/a.mp4"]', '<video controls src="https://x.example/a.mp4">'],
    ['[person name="Ada" photo="/a.png"]Sails.[/person]', '<img src="/a.png" alt="">'],
    ['[iframe src="https://x.example/map?a=1"]', '<iframe src="https://x.example/map?a=1"></iframe>'],
    ['[slideshare id=771&doc=ropes]', 'https://www.slideshare.net/slideshow/embed_code/771'],
    ['[acme_button link="url:%2Fshop%2F|title:Shop%20now"]', '<a href="/shop/">Shop now</a>'],
    ['[acme_button link="url:%23|title:Shop"]', 'Shop'],
    [
      '[acme_banner title="Oars" subtitle="Sale" link="url:%2Foars%2F"]',
      '<strong><a href="/oars/">Oars</a></strong>',
    ],
    ['[acme_single_image image="1"]', '<img src='],
    [
      '[acme_faqs rows="%5B%7B%22title%22%3A%22Wet%3F%22%2C%22desc%22%3A%22Very.%22%7D%5D"]',
      '<li>Wet? Very.</li>',
    ],
    ['[acme_rows rows="%5B%7B%22title%22%3A%22%3Cb%3ETea%3C%2Fb%3E%22%7D%5D"]', '<li><b>Tea</b></li>'],
    ['[hulu id=771496]', 'https://www.hulu.com/watch/771496'],
    ['[hulu http://www.hulu.com/watch/771496]', 'http://www.hulu.com/watch/771496'],
  ])('%s shows %s', (body, html) => {
    expect(render(body)).toContain(html);
  });

  it.each([
    '[tdm_block_inline_text description="W21lbWJlcnNdQ0FOQVJZWy9tZW1iZXJzXQ=="]',
    '[contact-form-7 id="12" title="Contact form"]',
    '[rev_slider alias="home" title="Slider"]',
    '[mv_create key="5" type="recipe" title="Soup"]',
    '[wpv-view name="team-list"]',
    '[pods name="team"]{@photo}[/pods]',
    '[reveal css_class="a very wide box" easing="{a b c d}"]',
    '[hero bg_image="https://x.example/a.jpg" read_more_text="More"]',
    '[fancy_box color="#fff" size="large" align="left" url="https://x.example/"]',
  ])('%s shows nothing', (body) => {
    expect(render(body).trim()).toBe('');
  });

  it.each([
    ['The [tooltip text="A long wall"]quay[/tooltip] is old.', 'The quay (A long wall) is old.'],
    ['The [abbr title="High water"]HW[/abbr] mark', 'The HW (High water) mark'],
    ['The [su_tooltip text="A long wall"]quay[/su_tooltip] is old.', 'The quay (A long wall) is old.'],
  ])('keep the sentence whole: %s', (body, html) => expect(render(body)).toContain(html));

  it.each([
    ['<a href="[home_url]/tea/">Tea</a>', '<a>Tea</a>'],
    ['<a href="/shop/[add_url sku=7]">Tea</a>', '<a>Tea</a>'],
    ['<pre>&lt;a href="[home_url]/"&gt;</pre>', 'href="[home_url]/"'],
    ['<a href="/tea/?f[kind]=black">Tea</a>', '<a href="/tea/?f[kind]=black">Tea</a>'],
  ])('leave no link to an address that only the site can fill in: %s', (body, html) => {
    expect(render(body)).toContain(html);
  });

  it('show a packed list under the name of a text once', () => {
    const html = render('[acme_map info="%5B%7B%22address%22%3A%22Old%20Port%22%7D%5D" address="1 Quay"]');
    expect(html).toContain('<li>Old Port</li>');
    expect(html).not.toContain('%5B');
  });

  it('show what the pins of a map say', () => {
    const map =
      '[et_pb_map zoom_level="9"][et_pb_map_pin title="Pier"]Open daily.[/et_pb_map_pin][/et_pb_map]';
    expect(render(map)).toMatch(/<h3>Pier<\/h3>[\s\S]*Open daily\./);
  });

  it('show the texts of widgets that a page builder stores as JSON', () => {
    const escaped = (json: string) => json.replaceAll('<', '&lt;').replaceAll('"', '&quot;');
    const widget = (name: string, json: string) =>
      `[siteorigin_widget class="${name}"]<input type="hidden" value="${escaped(json)}" />[/siteorigin_widget]`;
    const headline = widget('Headline', '{"instance":{"headline":{"text":"Tides","tag":"h2"}},"args":{}}');
    // The backslashes before its quotes are lost.
    const panels = widget(
      'Accordion',
      '{"instance":{"panels":[{"content_text":"<p>See <a href="/a/">[a]</a>.</p>"}]}}',
    );
    const form = widget('SiteOrigin_Widgets_ContactForm_Widget', '{"instance":{"title":"Write to us"}}');
    const html = render(headline + panels + form);
    expect(html).toContain('<h2>Tides</h2>');
    expect(html).toContain('<p>See <a href="/a/">[a]</a>.</p>');
    expect(html).not.toContain('Write to us');
    expect(render(widget('Text', '{"instance":{"text":"[members]For members.[/members]"}}'))).not.toContain(
      'For members',
    );
  });

  it('are boxes where they follow each other without a space', () => {
    expect(render('[caption_line text="Tides"][featured]At nine.[/featured]')).toMatch(
      /Tides\s*<\/p>\s*<p>\s*At nine\./,
    );
    expect(render('See [big]one[/big] [small]two[/small] here.')).toContain('See one two here.');
  });

  it('take the titles of tabs from the row around them, and lines leave nothing', () => {
    const html = render(
      '[tabs tab1="Tea" tab2="Cake"][tab id=1]Hot.[/tab][tab id="tab2"]Cold.[/tab][/tabs]\n[hr]',
    );
    expect(html).toMatch(/<strong>Tea<\/strong>[\s\S]+Hot\.[\s\S]+<strong>Cake<\/strong>[\s\S]+Cold\./);
    expect(html).not.toContain('[hr]');
  });

  it('are no matter of privacy when they are rows and columns', () => {
    const warnings = new Warnings();
    expect(
      render('[row][column]A[/column][column_fifth_last]B[/column_fifth_last][/row]', {}, warnings),
    ).toMatch(/A[\s\S]+B/);
    expect(warnings.list()).toEqual([]);
  });

  it('are counted in a warning when nothing of them is left', () => {
    const warnings = new Warnings();
    render('[price_list]\n\n[price_list]\n\n[wide_map zoom="3"]', {}, warnings);
    expect(warnings.list().map(({ message, count }) => [message.slice(0, 12), count])).toEqual([
      ['[price_list]', 2],
      ['[wide_map] i', 1],
    ]);
  });
});
