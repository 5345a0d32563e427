import { describe, expect, it } from 'vitest';
import { guardTemplate } from '../../../../../src/sidecar/content/write/passage.js';
import { expectLinear } from '../../../../support/growth.js';

const PAIR = 'A {{< details >}}x{{< /details >}} b.';

describe('guardTemplate', () => {
  it.each([
    ['hugo', PAIR, PAIR.replace('{{< /details >}}', '')],
    ['hugo', PAIR, PAIR.replace('{{< details >}}', '')],
    ['hugo', PAIR, PAIR.replace('>}} b', '} b')],
    ['hugo', 'A.', 'A {{< highlight js >}} b.'],
    ['hugo', 'A.', 'A {{< figure src="a.png"'],
    ['jekyll', 'A.', '{% raw %}A.'],
    ['jekyll', '{% if a %}A{% endif %}', '{% if a %}A'],
    ['eleventy', 'A.', 'A {% if b'],
    ['eleventy', 'A.', '{%- for a in b -%}A'],
  ])('refuses in %s: %s -> %s', (generator, before, after) => {
    expect(() => guardTemplate(before, after, generator)).toThrow(/could no longer be built/);
  });

  it.each([
    ['plain', 'A.', '{% raw %}A {{< b'],
    ['hugo', 'A.', 'A {{< figure src="a.png" >}} {{< ref "b" />}} {{</* highlight */>}}'],
    ['hugo', 'A {{< highlight js >}} b.', 'A {{< highlight js >}} c.'],
    ['hugo', PAIR, `${PAIR} ${PAIR}`],
    ['hugo', PAIR, 'A.'],
    ['hugo', 'A {{< details >}}x', PAIR],
    ['jekyll', 'A.', '{% raw %}{% if a %} {{ {% endraw %} {% include b.html %}'],
    ['jekyll', 'A.', '{% if a %}b{% else %}c{% endif %}'],
    ['eleventy', '{% image a %}', '{% image a %}{% image b %}'],
  ])('accepts in %s: %s -> %s', (generator, before, after) => {
    expect(() => guardTemplate(before, after, generator)).not.toThrow();
  });

  it.each(['{{<', '{%', '{% raw %}', '{{< a >}}', '{{</', '{% -'])(
    'takes linear time for many %s',
    (part) => {
      expectLinear(20_000, (size) => () => {
        for (const generator of ['hugo', 'jekyll']) {
          try {
            guardTemplate('', part.repeat(size), generator);
          } catch {
            // Refused.
          }
        }
      });
    },
  );
});
