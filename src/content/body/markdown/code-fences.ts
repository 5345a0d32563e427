/**
 * What generators read in fenced code besides the code, and what a reader sees of it:
 *
 * | Written | Becomes |
 * |---|---|
 * | `title="a.js"`, `filename="a.js"`, `{file="a.js"}`, `[a.js]`, `a.js` after the language | a caption before the block |
 * | `tab="A" title="a.js"` | the caption `A: a.js` |
 * | `// [!code --]`, `// [!code ++]`, `del={2}`, `ins={3-4}` | a diff |
 * | `// [!code highlight]`, `// highlight-next-line` and the like | nothing |
 * | in `twoslash` blocks, lines up to `// ---cut---`, queries and settings; `twoslash include` | nothing |
 */

import type { Code, Nodes, Paragraph, Parents, PhrasingContent, Root, RootContent } from 'mdast';
import { withSign } from '../../html/canonical/code-lines.js';
import { walk } from './walk.js';

const VALUE = String.raw`\s*[=:]\s*(?:"([^"]*)"|'([^']*)'|([^\s"'{},]+))`;
const TITLE = new RegExp(String.raw`(?:^|[\s{,])(?:title|file-?name)${VALUE}`, 'i');
const TAB = new RegExp(String.raw`(?:^|[\s{,])tab${VALUE}`, 'i');
/** In braces only: elsewhere `file=` names the file that is inserted here. */
const FILE = /^\{(?:[^{}]*[\s,])?file\s*=\s*(?:"([^"]*)"|'([^']*)')/i;
/** A file name after the language: "```yml _config.yml" of Hexo, "```js:src/a.js" and "```js:title=src/a.js" of Gatsby. */
const FILE_NAME = /^[\w@./-]*[\w@/-][\w@./-]*\.[A-Za-z]\w{0,9}$/;
const MAX_NAME = 200;
/** An icon beside a name: `web.config ~vscode-icons:file-type-xml~`. */
const ICON = /(?:^|\s)~[\w:-]+~(?=\s|$)/g;
/** `[a.js]` after the language and the lines to highlight: "```ts {1,3}[a.ts]", "```ts{}[a.ts]". */
const LABEL = /^[\w+#:.-]*\s*(?:\{[^{}\n]*\}\s*)?\[([^\]\n]+)\]/;
/** A title and an address with its text, as Hexo writes them: "js a.js https://e.org text". */
const WITH_ADDRESS = /^([^={}]*?)[ \t]*(?<!\S)(https?:\/\/\S+)(?:[ \t]+(.*))?$/;
const NOTATION =
  /[ \t]*(?:\/\/|\/\*|<!--|\{\/\*|#|--|;|%)[ \t]*\[!code\s+([^\]\n]+)\][ \t]*(?:\*\/\}?|-->)?[ \t]*$/;
const MAGIC_LINE =
  /^[ \t]*(?:\/\/|\/\*|<!--|\{\/\*|#|--|;|%)[ \t]*highlight-(?:next-line|start|end)[ \t]*(?:\*\/\}?|-->)?[ \t]*$/;
const CUT = /^\s*\/\/ ?---cut(?:-before)?---\s*$/;
const CUT_AFTER = /^\s*\/\/ ?---cut-after---\s*$/;
const CUT_PART = /^\s*\/\/ ?---cut-(start|end)---\s*$/;
/** What a reader sees below the code: `// @log: text`. */
const SHOWN_LINE = /^(\s*\/\/) ?@(?:log|warn|error|annotate):(?= )/;
const TWOSLASH_LINE = /^\s*\/\/(?:\s*\^(?:\?|\||\^+)|\s*@[\w-]+(?::.*)?$)/;

type Sign = '+' | '-';
interface Line {
  readonly text: string;
  readonly sign: Sign | undefined;
}

/**
 * Brings all fenced code of a tree into the form that a reader sees, as the table above says.
 *
 * @param tree it is changed
 */
export function normaliseFences(tree: Root): void {
  const parents: Parents[] = [];
  walk(tree, (node) => {
    if (node.type === 'code') normaliseCode(node);
    else if (
      'children' in node &&
      node.children.some((child) => isIncluded(child) || titleOf(child) !== undefined)
    )
      parents.push(node as Parents);
  });
  for (const parent of parents) {
    parent.children = (parent.children as RootContent[]).flatMap((child): RootContent[] => {
      if (isIncluded(child)) return [];
      const title = titleOf(child);
      return title === undefined ? [child] : [caption(title, child), child];
    }) as typeof parent.children;
  }
}

/** Code for other blocks: `twoslash include name`. */
function isIncluded(node: Nodes): boolean {
  return node.type === 'code' && node.lang === 'twoslash' && /^\s*include\b/.test(node.meta ?? '');
}

function titleOf(node: Nodes): string | undefined {
  if (node.type !== 'code') return undefined;
  const [, name = node.meta?.trim() ?? ''] = /^[\w+#-]+:(?:title=)?(\S+)$/.exec(node.lang ?? '') ?? [];
  if (name.length <= MAX_NAME && FILE_NAME.test(name)) return name;
  const meta = node.meta ?? '';
  if (name.length <= MAX_NAME && WITH_ADDRESS.test(name)) return name;
  const label = LABEL.exec(`${node.lang} ${meta}`)?.[1];
  const title = writtenIn(TITLE.exec(meta) ?? FILE.exec(meta.trim())) ?? label ?? '';
  return [writtenIn(TAB.exec(meta)) ?? '', title].map(withoutIcon).filter(Boolean).join(': ') || undefined;
}

function writtenIn(match: RegExpExecArray | null): string | undefined {
  return match?.[1] ?? match?.[2] ?? match?.[3];
}

/** The name of a block without the icon beside it. */
export function withoutIcon(title: string): string {
  return title.replace(ICON, '').trim();
}

/** At the place of the block: its column says whether both belong to the definition before them. */
function caption(title: string, { position }: Nodes): Paragraph {
  const [, before = title, url = '', name = url] = WITH_ADDRESS.exec(title) ?? [];
  const text: PhrasingContent[] = before === '' ? [] : [{ type: 'text', value: url ? `${before} ` : before }];
  const link: PhrasingContent[] = url
    ? [{ type: 'link', url, children: [{ type: 'text', value: name }] }]
    : [];
  return {
    type: 'paragraph',
    children: [{ type: 'emphasis', children: [...text, ...link] }],
    ...(position === undefined ? {} : { position }),
  };
}

function normaliseCode(node: Code): void {
  const meta = node.meta ?? '';
  const signs = new Map<number, Sign>([...linesNamed(meta, 'del', '-'), ...linesNamed(meta, 'ins', '+')]);
  const source = node.value.split('\n').map((text, at) => readLine(text, signs.get(at + 1)));
  const isTwoslash = /(?:^|\s)twoslash(?:\s|$)/.test(meta);
  const lines = (isTwoslash ? withoutCuts(source) : source).filter(({ text }) => !MAGIC_LINE.test(text));
  const isDiff = lines.some(({ sign }) => sign !== undefined);
  if (isDiff) node.lang = 'diff';
  node.value = lines.map(({ text, sign }) => (isDiff ? withSign(text, sign) : text)).join('\n');
}

function readLine(text: string, sign: Sign | undefined): Line {
  const match = text.includes('[!code') ? NOTATION.exec(text) : null;
  if (match === null) return { text, sign };
  const [first = ''] = (match[1] ?? '').split(':');
  const own = first.trim() === '--' ? '-' : first.trim() === '++' ? '+' : sign;
  return { text: text.slice(0, match.index), sign: own };
}

/** `del={2,4-5}` and `del={"label": 2}`: the lines, counted from one. */
function* linesNamed(meta: string, name: string, sign: Sign): Iterable<[number, Sign]> {
  for (const [, list = ''] of meta.matchAll(new RegExp(`(?:^|\\s)${name}=\\{([^}]*)\\}`, 'g'))) {
    for (const [, from, to] of list.replace(/"[^"]*"/g, '').matchAll(/(\d+)(?:\s*-\s*(\d+))?/g)) {
      const last = Math.min(Number(to ?? from), Number(from) + 10_000);
      for (let line = Number(from); line <= last; line += 1) yield [line, sign];
    }
  }
}

function withoutCuts(lines: readonly Line[]): readonly Line[] {
  const from = lines.findLastIndex(({ text }) => CUT.test(text)) + 1;
  const after = lines.findIndex(({ text }, at) => at >= from && CUT_AFTER.test(text));
  let isCut = false;
  return lines
    .slice(from, after < 0 ? undefined : after)
    .filter(({ text }) => {
      const [, edge] = CUT_PART.exec(text) ?? [];
      if (edge !== undefined) isCut = edge === 'start';
      return edge === undefined && !isCut;
    })
    .map((line) => ({ ...line, text: line.text.replace(SHOWN_LINE, '$1') }))
    .filter(({ text }) => !TWOSLASH_LINE.test(text));
}
