import { describe, expect, it } from 'vitest';
import { asSeen } from '../../../../src/content/html/as-seen.js';
import { canonicalise } from '../../../../src/content/html/canonical/index.js';
import { parseHtml } from '../../../../src/content/html/parse.js';
import { toMarkdown } from '../../../../src/content/markdown/to-markdown.js';

/** The twin of a piece of a page. */
function twin(html: string): string {
  const tree = parseHtml(html);
  canonicalise(tree);
  asSeen(tree);
  return toMarkdown(tree).trim();
}

describe('the theme of MyST', () => {
  it.each([
    [
      'a box with a note',
      '<aside class="myst-admonition myst-admonition-warning my-5"><div class="myst-admonition-header m-0"><svg></svg><div class="myst-admonition-header-text">Mind it</div></div><div class="myst-admonition-body"><p>Hot.</p></div></aside>',
      '> [!WARNING]\n> **Mind it**\n>\n> Hot.',
    ],
    [
      'tabs',
      '<div class="myst-tab-set"><div class="myst-tab-set-row"><div class="myst-tab-item-header">Linux</div><div class="myst-tab-item-header">Mac</div></div><div class="myst-tab-item-body"><div class="myst-tab-item-text"><div class=""><p>Use apt.</p></div><div class="hidden"><p>Use brew.</p></div></div></div></div>',
      '**Linux**\n\nUse apt.\n\n**Mac**\n\nUse brew.',
    ],
    [
      'the number of a table, which links to the table',
      '<figure id="t"><figcaption><p><a href="#t" title="Link to this table">Table 1:</a>Fuels</p></figcaption><table><thead><tr><th>A</th></tr></thead><tbody><tr><td>1</td></tr></tbody></table></figure>',
      '*Table 1: Fuels*\n\n| A |\n| --- |\n| 1 |',
    ],
    [
      'numbers of lines in a code element of their own',
      '<pre style="padding:0"><code style="float:left;user-select:none"><span class="react-syntax-highlighter-line-number">1\n</span></code><code class="language-python" style="white-space:pre">lamp()</code></pre>',
      '```python\nlamp()\n```',
    ],
  ])('%s', (_, html, markdown) => expect(twin(html)).toBe(markdown));

  it('keeps links that lead elsewhere', () => {
    const html =
      '<p id="a"><a href="#b" title="Link to this table">Table 1</a> and <a href="#a">here</a></p>';
    expect(twin(html)).toBe('[Table 1](#b "Link to this table") and [here](#a)');
  });
});

it('VuePress shows tabs that say their label in the panel too, which is marked as expanded', () => {
  const tab = (name: string, at: number) =>
    `<button role="tab" aria-controls="v-${at}" aria-selected="${at === 0}">${name}</button>`;
  const panel = (name: string, at: number) =>
    `<div class="vp-tab" id="v-${at}" role="tabpanel" aria-expanded="${at === 0}"><div class="vp-tab-title">${name}</div><p>Text of ${name}</p></div>`;
  const names = ['Apple', 'Pear'];
  const html = `<div><div role="tablist">${names.map(tab).join('')}</div>${names.map(panel).join('')}</div>`;
  expect(twin(html)).toBe('**Apple**\n\nText of Apple\n\n**Pear**\n\nText of Pear');
});

describe('Fumadocs', () => {
  const box = (kind: string, inner: string) =>
    `<div class="flex gap-2" style="--callout-color:var(--color-fd-${kind}, var(--color-fd-muted))"><div role="none" class="w-0.5 bg-(--callout-color)/50"></div><div class="flex flex-col">${inner}</div></div>`;

  it.each([
    [
      'warning',
      '<p class="font-medium my-0!">Mind it</p><div>Hot.</div>',
      '> [!WARNING]\n> **Mind it**\n>\n> Hot.',
    ],
    ['idea', '<div>Use <b>tea</b>.</div>', '> [!TIP]\n> Use **tea**.'],
  ])('names a box with a note by its colour: %s', (kind, inner, markdown) =>
    expect(twin(box(kind, inner))).toBe(markdown),
  );

  it('sets the type of a property apart from its name', () => {
    const button = (name: string, type: string) =>
      `<div><button type="button" aria-expanded="false" class="flex w-full"><code>${name}</code><span>${type}</span></button></div>`;
    expect(twin(button('width<!-- -->?', 'number') + button('name', 'string'))).toBe(
      '**`width?` number**\n\n**`name` string**',
    );
  });
});

describe('Vocs', () => {
  const code = (title: string, text: string) =>
    `<div class="vocs_CodeBlock"><div class="vocs_CodeTitle"><div aria-label="Terminal" class="vocs_Icon" role="img"><svg><title>Terminal</title></svg></div>${title}</div><div class="vocs_Pre_wrapper"><pre data-title="${title}" data-lang="bash"><code>${text}</code></pre></div></div>`;

  it.each([
    [
      'a box with a note',
      '<aside class="vocs_Aside vocs_Callout vocs_Callout_note"><div class="vocs_Callout_icon"><svg></svg></div><div class="vocs_Callout_content"><strong data-callout-title="true">Mind it</strong><p>Hot.</p></div></aside>',
      '> [!NOTE]\n> **Mind it**\n>\n> Hot.',
    ],
    ['the title of code, written twice', code('a.sh', 'brew'), '*a.sh*\n\n```bash\nbrew\n```'],
    [
      'tabs of code, of which a script fills all but the first',
      `<div><div role="tablist"><button role="tab" aria-selected="true" aria-controls="a" id="1">npm</button><button role="tab" aria-controls="b" id="2">pnpm</button></div><div role="tabpanel" id="a">${code('npm', 'npm i')}</div><div role="tabpanel" id="b" hidden></div></div>`,
      '*npm*\n\n```bash\nnpm i\n```',
    ],
  ])('%s', (_, html, markdown) => expect(twin(html)).toBe(markdown));
});

describe('Quartz', () => {
  it('has its kind of a callout in an attribute', () => {
    const html =
      '<blockquote class="callout warning is-collapsible" data-callout="warning"><div class="callout-title"><div class="callout-icon"></div><div class="callout-title-inner"><p>Careful </p></div></div><div class="callout-content"><p>Hot.</p><blockquote class="callout tip" data-callout="tip"><div class="callout-title"><div class="callout-title-inner"><p>Tip</p></div></div><p>Wait.</p></blockquote></div></blockquote>';
    expect(twin(html)).toBe('> [!WARNING]\n> **Careful**\n>\n> Hot.\n>\n> > [!TIP]\n> > Wait.');
  });
});

describe('Nextra', () => {
  it('has folders of a tree of files as buttons', () => {
    const html =
      '<ul class="nextra-filetree"><li><button type="button"><svg></svg>atlas</button><ul><li><svg></svg>atlas.config.js</li><li><button type="button">maps</button></li></ul></li></ul>';
    expect(twin(html)).toBe('- atlas\n  - atlas.config.js\n  - maps');
  });

  it('has no heading above footnotes but for screen readers', () => {
    const html =
      '<p>A<sup><a href="#fn-1" id="fnref-1" data-footnote-ref="true">1</a></sup></p><section data-footnotes="true" class="footnotes"><h2 id="footnote-label" class="x:sr-only">Footnotes</h2><ol><li id="fn-1"><p>Note. <a href="#fnref-1" data-footnote-backref="">↩</a></p></li></ol></section>';
    expect(twin(html)).toBe('A[^1]\n\n[^1]: Note.');
  });
});

it('a menu with buttons and links is no tree of files', () => {
  const html = '<ul><li><button>More</button><ul><li><a href="/a">A</a></li></ul></li></ul>';
  expect(twin(html)).not.toContain('More');
});
