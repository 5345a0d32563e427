import type { Root } from 'mdast';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import { unified } from 'unified';

/** MDX has no indented code, because components may be indented. */
const WITHOUT_INDENTED_CODE = { disable: { null: ['codeIndented'] } };

const markdown = unified().use(remarkParse).use(remarkGfm).freeze();

const mdx = unified()
  .use(function withoutIndentedCode() {
    this.data({ micromarkExtensions: [WITHOUT_INDENTED_CODE] });
  })
  .use(remarkParse)
  .use(remarkGfm)
  .freeze();

/**
 * Parses GitHub's Markdown in JavaScript, on every platform.
 * @param isMdx true when indented text is never code
 * @throws RangeError when the text nests too deep
 */
export function parseWithRemark(text: string, isMdx: boolean): Root {
  return (isMdx ? mdx : markdown).parse(text);
}
