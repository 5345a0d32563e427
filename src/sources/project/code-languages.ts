import { join } from 'node:path';
import { plainText } from '../../content/html/text.js';
import { readTextIfThere } from '../../core/files.js';
import type { SourceFacts } from './merge.js';

/** A block without a language: plain tags, or those of Nextra. */
const BLOCK =
  /<pre(?:>(?:<span><\/span>)?<code>| [^<>]*><code class="nextra-code[^<>]*>)([\s\S]*?)<\/code><\/pre>/g;
/** The end of a tag around a block that names its language. */
const NAMED_AROUND = /<[^<>]*\blang(?:uage)?-[^<>]*>\s*$/;
const FENCE =
  /^[ \t>*+-]*(?:\d{1,9}[.)][ \t]+)?(`{3,}|~{3,})[ \t]*\{?[ \t]*\.?([A-Za-z][\w+#-]*(?![\w+#=-]))?[^\n`]*$/;

/** A line that is indented by more than its block is code in it. */
const CODE_INDENT = 4;

interface Fence {
  readonly fence: string;
  readonly at: number;
  readonly language: string;
  readonly lines: string[];
}

/**
 * Names the languages of blocks of code in a built page as its source does: MkDocs, Nextra and others highlight code
 * without naming its language.
 * @param body HTML
 * @param readSource called only where a block names no language
 */
export function withLanguages(body: string, readSource: () => string): string {
  let languages: ReadonlyMap<string, string> | undefined;
  return body.replace(BLOCK, (block, code: string, at: number) => {
    if (NAMED_AROUND.test(body.slice(Math.max(0, at - 200), at))) return block;
    languages ??= languagesIn(readSource());
    const key = keyOf(plainText(code));
    const language = key === '' ? undefined : languages.get(key);
    return language === undefined || language === ''
      ? block
      : `<pre><code class="language-${language}">${code}</code></pre>`;
  });
}

/** The text of the sources of a page; without those that have just gone. */
export function sourceOf(root: string, files: readonly SourceFacts[]): string {
  return files
    .flatMap(({ key }) => {
      return readTextIfThere(join(root, key)) ?? [];
    })
    .join('\n');
}

/** Languages by the code of fences; empty for code that occurs with several. */
function languagesIn(source: string): ReadonlyMap<string, string> {
  const languages = new Map<string, string>();
  let open: Fence | undefined;
  for (const line of source.replaceAll('\t', '    ').split('\n')) {
    const [, fence = '', language = ''] = FENCE.exec(line) ?? [];
    if (open === undefined) {
      if (fence !== '')
        open = { fence, at: line.indexOf(fence), language: language.toLowerCase(), lines: [] };
    } else if (
      language === '' &&
      fence.startsWith(open.fence) &&
      line.indexOf(fence) < open.at + CODE_INDENT
    ) {
      const key = keyOf(open.lines.join('\n'));
      const known = languages.get(key);
      languages.set(key, known === undefined || known === open.language ? open.language : '');
      open = undefined;
    } else open.lines.push(line);
  }
  return languages;
}

/** Code without the signs that generators add to it or take from it: annotations, indentation, marks of lines. */
function keyOf(code: string): string {
  return code.replace(/[^\p{L}\p{N}]+/gu, ' ').trim();
}
