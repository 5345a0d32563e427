import { describe, expect, it } from 'vitest';
import { bodyImages } from '../../../../../src/sidecar/content/media/body-images.js';

const html = (text: string) => bodyImages({ text, form: 'html' });
const markdown = (text: string) => bodyImages({ text, form: 'markdown' });

describe('bodyImages', () => {
  it('finds the images of an HTML body with their descriptions as they are written', () => {
    const text =
      '<p>Low tide &amp; <img src="/up/crane.jpg?a=1&amp;b=2" alt="The &quot;old&quot; crane" class="big wp-image-41">' +
      "and <IMG SRC='/up/rope.jpg'/><img alt src=/up/line.png ></p>";
    const found = html(text);
    expect(found.map(({ index, src, alt, attachmentId }) => [index, src, alt, attachmentId])).toEqual([
      [1, '/up/crane.jpg?a=1&b=2', 'The "old" crane', 41],
      [2, '/up/rope.jpg', undefined, 0],
      [3, '/up/line.png', '', 0],
    ]);
    expect(found.map(({ start, end }) => text.slice(start, end))).toEqual([
      '<img src="/up/crane.jpg?a=1&amp;b=2" alt="The &quot;old&quot; crane" class="big wp-image-41">',
      "<IMG SRC='/up/rope.jpg'/>",
      '<img alt src=/up/line.png >',
    ]);
  });

  it('leaves alone what is no image of the body', () => {
    const text =
      '<!-- wp:image {"id":3} --><!-- <img src="a.jpg"> --><noscript><img src="b.jpg"></noscript>' +
      '<textarea><img src="c.jpg"></textarea>[gallery ids="1,2"]<image-card src="d.jpg"></image-card>';
    expect(html(text)).toEqual([]);
    expect(markdown('`![no](a.jpg)`\n\n    ![no](b.jpg)\n\n\\![no](c.jpg)\n')).toEqual([]);
  });

  it('knows which images have words below them', () => {
    const captioned = (text: string) => html(text).map((image) => image.captioned);
    expect(captioned('<figure><img src="a.jpg"><figcaption>The lock</figcaption></figure>')).toEqual([true]);
    expect(captioned('<figure><img src="a.jpg"><figcaption> &nbsp;</figcaption></figure>')).toEqual([false]);
    expect(captioned('<figure><img src="a.jpg"></figure><p>The lock</p>')).toEqual([false]);
    expect(captioned('[caption id="x"]<img src="a.jpg"> The lock[/caption]')).toEqual([true]);
    expect(captioned('[caption id="x"]<img src="a.jpg">[/caption]<p>The lock</p>')).toEqual([false]);
    const gallery =
      '<figure><figure><img src="a.jpg"><figcaption>One</figcaption></figure><figure><img src="b.jpg"></figure>' +
      '<figcaption>All of them</figcaption></figure><img src="c.jpg">';
    expect(captioned(gallery)).toEqual([true, false, false]);
    expect(captioned('<figure><img src="a.jpg"><p>The lock</p></figure><img src="b.jpg">')).toEqual([
      true,
      false,
    ]);
    expect(captioned('<figure><div><img src="a.jpg"></figure><p>The lock</p><img src="b.jpg">')).toEqual([
      false,
      false,
    ]);
    const old =
      '<div class="wp-caption alignleft"><div><img src="a.jpg"></div><p>The lock</p></div> Text <img src="b.jpg">' +
      '<div class="my-wp-caption"><img src="c.jpg">The lock</div><div class="wp-caption"><img src="d.jpg"></div>';
    expect(captioned(old)).toEqual([true, false, false, false]);
    const shortcode = '[caption id="x"]<img src="a.jpg"> The lock[/caption]\n\n![](b.jpg)\n';
    expect(markdown(shortcode).map((image) => image.captioned)).toEqual([true, false]);
  });

  it('finds the images of a Markdown body, HTML among them', () => {
    const text =
      '# Boats\n\n![A dinghy](/up/dinghy.jpg "At noon") and ![][far].\n\n> ![Oars](oars.png)\n\n' +
      '<figure>\n\n![Sail](sail.webp)\n\n<figcaption>Red sails</figcaption></figure>\n\n' +
      'Text <img src="knot.gif" alt="">\n\n[far]: https://far.example/b.jpg\n';
    const found = markdown(text);
    expect(found.map(({ src, alt, captioned, form }) => [src, alt, captioned, form])).toEqual([
      ['/up/dinghy.jpg', 'A dinghy', false, 'markdown'],
      ['https://far.example/b.jpg', '', false, 'markdown'],
      ['oars.png', 'Oars', false, 'markdown'],
      ['sail.webp', 'Sail', true, 'markdown'],
      ['knot.gif', '', false, 'html'],
    ]);
    expect(found.map(({ start, end }) => text.slice(start, end))).toEqual([
      '![A dinghy](/up/dinghy.jpg "At noon")',
      '![][far]',
      '![Oars](oars.png)',
      '![Sail](sail.webp)',
      '<img src="knot.gif" alt="">',
    ]);
  });

  it('gives offsets of the text with its own line ends', () => {
    const text = 'One\r\n\r\n![Two](two.jpg)\r\n\r\n<img src="three.jpg">\r\n';
    expect(markdown(text).map(({ start, end }) => text.slice(start, end))).toEqual([
      '![Two](two.jpg)',
      '<img src="three.jpg">',
    ]);
  });
});
