import { describe, expect, it } from 'vitest';
import { findMarkdownTags } from '../../../../../src/content/privacy/markdown/tags.js';
import { SHORTCODE } from '../../../../../src/content/syntax/hugo-shortcode.js';

describe('tags of templates', () => {
  it.each([
    ['{% if a %}b{%- endif -%}', ['open if: a ', 'close if: ']],
    ['{% a {% b %} %}', ['open a: {% b ']],
    ['{{< a "{{< b" >}}{{< /a >}}', ['open a: "{{< b" ', 'close a: ']],
    ['{{< a {{< b >}}', ['open b: ']],
  ])('%j', (text, expected) => {
    const told = findMarkdownTags(text).map(({ does, name, attributes }) => `${does} ${name}:${attributes}`);
    expect(told).toEqual(expected);
  });

  it.each(['{{< a ', '{% a ', '{{</* ', '{{< a "', '<% a ', '<?php ', '@if(', '{{ if ', '@enda '])(
    '%j without end costs little, however often',
    (mark) => {
      const text = `${mark.repeat(50_000)}>}} %}`;
      const before = process.cpuUsage();
      findMarkdownTags(text);
      text.replace(SHORTCODE, '');
      expect(process.cpuUsage(before).user / 1000).toBeLessThan(1000);
    },
  );
});
