import { withoutCode } from '../../../core/prose.js';

const IMPORT =
  /^(?:import\s+(?:[\w$*{][^'"\n;]*|\{[^}'";]*\}\s*)from\s+['"][^'"\n]+['"]|import\s+['"][^'"\n]+['"])[ \t]*;?[ \t]*$/m;
/** Other templates: what imports something between them is code. */
const HUGO = /\{\{[<%]/;
const SCRIPT = /<script\b[^>]*>[\s\S]*?<\/script>/gi;

/**
 * True for MDX: by the name of its file, or since it imports something, as Markdown files of Docusaurus may do.
 * @param text Markdown with `\n` line ends
 */
export function isMdx(text: string, file: string): boolean {
  if (/\.mdx$/i.test(file)) return true;
  if (HUGO.test(text)) return false;
  return IMPORT.test(text) && IMPORT.test(withoutCode(text.replace(SCRIPT, '')));
}
