import rehypeParse from 'rehype-parse';
import rehypeRemark from 'rehype-remark';
import remarkGfm from 'remark-gfm';
import remarkStringify from 'remark-stringify';
import { unified } from 'unified';

const pipeline = unified().use(rehypeParse).use(rehypeRemark).use(remarkGfm).use(remarkStringify);

/** A page as Markdown, by the pipeline as its documentation shows it. */
export async function convert(html) {
  return String(await pipeline.process(html));
}
