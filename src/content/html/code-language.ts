import type { Element } from 'hast';
import { memoised } from '../../core/memoised.js';
import { words } from '../../core/text.js';
import { classesOf, property } from './element.js';

const KNOWN = new Set(
  words(`
    abap ada apache apacheconf applescript arduino asm assembly awk bash basic bat batch bibtex c c# c++
    caddyfile clojure cmake cmd cobol coffeescript console cpp crystal cs csharp css csv cuda d dart
    delphi diff django docker dockerfile dos dotenv elisp elixir elm emacs-lisp erb erlang f# fish fortran fsharp gherkin
    git glsl go golang gradle graphql groovy haml handlebars haskell hcl html html5 http ini java
    javascript jinja jinja2 jl js json json5 jsonc jsx ipython ipython2 ipython3 julia kotlin kt latex lean
    less lisp liquid log lua make makefile markdown matlab md mdx mermaid mysql nasm nginx nim nix objc
    objective-c objectivec ocaml pascal patch perl pgsql php pl plsql postcss postgresql powershell
    prolog properties proto protobuf ps1 pug puppet py pycon python python3 qml r rb reason regex rs rst
    ruby rust sass scala scheme scss sh shell shell-session sol solidity sql stylus svelte svg swift tcl
    terraform tex toml ts tsx twig typescript vb vbnet verilog vhdl vim vue wasm xml xquery xsl yaml yml
    zig zsh
  `),
);
/** Names that highlighters give to code without a language. */
const NONE = new Set(words('none plain plaintext text txt default fallback auto nohighlight no-highlight'));
const ATTRIBUTES = [
  'dataLang',
  'dataLanguage',
  'dataEnlighterLanguage',
  'dataCodeLanguage',
  'dataCodeBlockLang',
];
/** Confluence has a whole brush in an attribute. */
const PARAMETERS = 'dataSyntaxhighlighterParams';
/** Classes whose neighbours may be a bare language name: `hljs python`, `sourceCode haskell`. */
const COMPANIONS = new Set(
  words('hljs hl sourceCode highlight prettyprint src chroma listing code rust-example-rendered'),
);
const PREFIXED =
  /^(?:language|lang|mw-highlight-lang|highlight-source|highlight-text|highlight|hl|src|brush|source)[-:](.+)$/i;

const BRUSH = /^(?:brush|lang):$/i;
const mayNameLanguage = memoised((name) => BRUSH.test(name) || PREFIXED.test(name) || COMPANIONS.has(name));

/**
 * Reads the programming language that an element's classes or attributes name.
 *
 * @param node `pre`, `code` or a wrapper around them
 * @returns name fit for a code fence; empty for "plain text"; undefined when there is none
 */
export function languageOf(node: Element): string | undefined {
  if (hasData(node)) {
    for (const name of ATTRIBUTES) {
      const value = property(node, name);
      if (value !== '') return tidy(value);
    }
    const brush = /\bbrush\s*:\s*([\w#+-]+)/.exec(property(node, PARAMETERS))?.[1];
    if (brush !== undefined) return tidy(brush);
  }
  const isCode = node.tagName === 'pre' || node.tagName === 'code';
  if (isCode) {
    const value = property(node, 'lang') || property(node, 'language');
    if (KNOWN.has(value.toLowerCase())) return tidy(value);
  }
  const names = classesOf(node);
  // TypeDoc names nothing but the language. Of a single letter, only R Markdown does.
  const [only = ''] = names;
  const isName = only.length > 1 || (only === 'r' && node.tagName === 'pre');
  if (names.length === 1 && isCode && isName && KNOWN.has(only)) return tidy(only);
  return names.some(mayNameLanguage) ? fromClasses(names) : undefined;
}

/** Few elements have any, and every element is checked. */
function hasData({ properties }: Element): boolean {
  for (const name in properties) if (name.startsWith('data')) return true;
  return false;
}

function fromClasses(names: readonly string[]): string | undefined {
  for (const [index, name] of names.entries()) {
    // `brush: php; toolbar: false` is split at the spaces.
    if (BRUSH.test(name)) return tidy(names[index + 1] ?? '');
    const match = PREFIXED.exec(name);
    if (match?.[1] !== undefined && isPlausible(name, match[1])) return tidy(match[1]);
  }
  if (!names.some((name) => COMPANIONS.has(name))) return undefined;
  const bare = names.find((name) => KNOWN.has(name.toLowerCase()) && !COMPANIONS.has(name));
  return bare === undefined ? undefined : tidy(bare);
}

/** Prefixes of other class names too (`highlight-`, `hl-`, `source-`): only a known language counts after them. */
function isPlausible(name: string, language: string): boolean {
  if (/^(?:highlight|hl|source|src)-(?!source|text)/i.test(name)) {
    return KNOWN.has(language.toLowerCase()) || NONE.has(language.toLowerCase());
  }
  return true;
}

function tidy(value: string): string {
  // Prism calls changes of JavaScript `diff-js`; VitePress computes values in `js-vue`; Gatsby marks lines in `js{2,4}`; `js:a.js`
  // names a file.
  const language = value
    .replace(/[;:{].*$/, '')
    .trim()
    .toLowerCase()
    .replace(/^diff-(?=[a-z]).*$/, 'diff')
    .replace(/(?<=[a-z])-vue$/, '')
    .replace(/^ipython[23]?$/, 'python');
  return NONE.has(language) || !/^[a-z0-9_+#.-]{1,30}$/.test(language) ? '' : language;
}
