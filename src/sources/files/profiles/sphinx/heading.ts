import { posix } from 'node:path';
import { readProjectText } from '../../config-file.js';
import { configText } from '../../config-values.js';
import { firstHeading } from '../../first-heading.js';
import { visibleLine } from '../../visible-text.js';
import { readMatter } from '../front-matter-data.js';

/** A title in RST: a line of signs below it, and maybe one above it. */
const RST_TITLE = /^[ \t]*(\S[^\n]*)\n([=\-~^"#*+`:.'_])\2{2,}[ \t]*$/m;
/** Comments and targets before a title. */
const BEFORE = /^(?:[ \t]*(?:%[^\n]*|\([^()\n]*\)=[ \t]*)?\n)*/;

/** The title of a page in Markdown or RST, by its front matter or its first heading. */
export function headingAt(root: string, path: string): string | undefined {
  if (posix.extname(path) === '.rst') {
    const [, title] = RST_TITLE.exec(readProjectText(root, path, true) ?? '') ?? [];
    return title === undefined ? undefined : visibleLine(title);
  }
  const matter = readMatter(root, path);
  if (matter === undefined) return undefined;
  const heading = firstHeading(matter.body.replace(BEFORE, ''), false);
  return configText(matter.data, 'title') ?? heading?.title;
}
