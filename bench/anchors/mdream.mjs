// Installed beside the made-up sites, since nothing but this anchor needs it.
import { htmlToMarkdown } from '../.data/mdream/node_modules/mdream/dist/index.mjs';

/** A page as Markdown, by mdream with its native part. */
export function convert(html) {
  return htmlToMarkdown(html);
}
