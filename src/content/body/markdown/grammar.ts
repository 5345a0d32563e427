import type { Root } from 'mdast';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import { type Processor, unified } from 'unified';

/** What reads Markdown. */
export type MarkdownParser = Processor<Root, undefined, undefined, undefined, undefined>;

/** A piece of grammar that is tried so often that it takes a sixth of the time or more. */
interface Costly {
  /** Its name in the parser. */
  readonly name: string;
  /** Without these signs it never holds. */
  readonly signs: RegExp;
}

const COSTLY: readonly Costly[] = [
  // Tried at every word.
  { name: 'emailAutolink', signs: /[\w+.-]@[\w.-]/ },
  // Tried at every line; a row of dashes without colons and bars belongs to a heading.
  { name: 'table', signs: /-[ \t]*[|:]|[|:][ \t]*-/ },
];

/** MDX has no indented code, since components are indented at will. */
const WITHOUT_INDENTED_CODE = { disable: { null: ['codeIndented'] } };

const parsers = new Map<string, MarkdownParser>();

/**
 * The parser of GitHub's Markdown for one text. What cannot occur in the text is left out of its grammar, which
 * changes nothing but the time.
 * @param isMdx whether the text is in MDX
 * @see https://github.github.com/gfm/
 */
export function parserFor(text: string, isMdx: boolean): MarkdownParser {
  const absent = COSTLY.filter(({ signs }) => !signs.test(text)).map(({ name }) => name);
  const key = `${isMdx} ${absent.join()}`;
  const known = parsers.get(key);
  if (known !== undefined) return known;
  const parser = makeParser(absent, isMdx);
  parsers.set(key, parser);
  return parser;
}

function makeParser(absent: readonly string[], isMdx: boolean): MarkdownParser {
  const parser = unified()
    .use(function withoutIndentedCode() {
      if (isMdx) this.data({ micromarkExtensions: [WITHOUT_INDENTED_CODE] });
    })
    .use(remarkParse)
    .use(remarkGfm)
    .use(function withoutAbsent() {
      const data = this.data();
      data.micromarkExtensions = data.micromarkExtensions?.map((one) => without(one, absent)) ?? [];
    });
  return parser.freeze() as unknown as MarkdownParser;
}

/** An extension of the grammar: by place in the text and first sign, what may stand there. */
type Extension = Readonly<Record<string, unknown>>;

/** The extension without some of its constructs; a name that it does not know changes nothing. */
function without<T extends object>(extension: T, names: readonly string[]): T {
  const places = Object.entries(extension as Extension).map(([place, bySign]) => [
    place,
    place === 'text' || place === 'flow' ? withoutIn(bySign as Extension, names) : bySign,
  ]);
  return Object.fromEntries(places) as T;
}

function withoutIn(bySign: Extension, names: readonly string[]): Extension {
  const kept = Object.entries(bySign).map(([sign, constructs]) => {
    const list = [constructs].flat().filter((one) => !names.includes((one as { name?: string }).name ?? ''));
    return [sign, list] as const;
  });
  // The parser would stop at a sign that has an empty list.
  return Object.fromEntries(kept.filter(([, list]) => list.length > 0));
}
