import { createUnifiedConverter } from '../../../../src/content/markdown/unified.js';

const convert = createUnifiedConverter({ rehype: [], remark: [] });

/** Markdown of HTML by the unified stack without plugins: the oracle of the built-in converter. */
export async function unifiedMarkdown(html: string): Promise<string> {
  const { markdown } = await convert(html, () => undefined);
  return markdown;
}
