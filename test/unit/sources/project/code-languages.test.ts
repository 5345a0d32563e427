import { describe, expect, it } from 'vitest';
import { withLanguages } from '../../../../src/sources/project/code-languages.js';

const named = (code: string, language: string) =>
  `<pre><code class="language-${language}">${code}</code></pre>`;

describe('the languages of code in a built page', () => {
  it.each([
    ['``` yaml\na: 1\n```', '<a id="x"></a><span>a</span>: 1\n', 'yaml'],
    ['``` { .yaml .annotate }\na: 1 # (1)!\n```', 'a: 1 # (1)\n', 'yaml'],
    [
      '1. Write\n\n    ```py title="a.py"\n    if a < "b":\n        go()\n    ```',
      'if a &lt; &quot;b&quot;:\n    go()\n',
      'py',
    ],
    ['> ~~~js{2}\n> go()\n> ~~~', 'go()\n', 'js'],
    [
      '``` title="Tabs"\n=== "C"\n\n    ``` c\n    go();\n    ```\n```\n\n=== "C"\n\n\t``` c\n\tgo();\n\t```\n',
      'go();\n',
      'c',
    ],
  ])('are those of its source: %j', (source, code, language) => {
    const body = `<div class="highlight"><pre><span></span><code>${code}</code></pre></div>`;
    const expected = language === '' ? body : `<div class="highlight">${named(code, language)}</div>`;
    expect(withLanguages(body, () => source)).toBe(expected);
  });

  it('are those of its source where the tags have the names of a theme', () => {
    const body = '<pre class="x:p-4"><code class="nextra-code" dir="ltr">go()</code></pre>';
    expect(withLanguages(body, () => '```js {1} copy\ngo()\n```')).toBe(named('go()', 'js'));
  });

  it.each([
    ['without a language in the source', '```\ngo()\n```', '<pre><code>go()</code></pre>'],
    [
      'with two languages in the source',
      '```js\ngo()\n```\n\n```ts\ngo()\n```',
      '<pre><code>go()</code></pre>',
    ],
    ['that isn’t in the source', '```js\nstay()\n```', '<pre><code>go()</code></pre>'],
    ['of signs alone', '```js\n{}\n```', '<pre><code>()</code></pre>'],
    ['named by a box', '```js\ngo()\n```', '<div class="language-sh"><pre><code>go()</code></pre></div>'],
  ])('stay unnamed or as named: code %s', (_, source, body) => {
    expect(withLanguages(body, () => source)).toBe(body);
  });

  it('need no source where every block has its own', () => {
    const body = '<pre><code class="language-js">go()</code></pre>';
    expect(withLanguages(body, () => expect.unreachable())).toBe(body);
  });
});
