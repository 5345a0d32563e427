import { posix } from 'node:path';
import { objectOf } from '../../../core/json.js';
import { continued, replaceInProse } from '../../../core/prose.js';
import { projectPath } from '../layout.js';
import type { Includes } from './includes.js';

/** Inserts what Mintlify itself fills in: values of `variables` in its configuration, and snippets by their files. */
export function expandMintlify(text: string, includes: Includes): string {
  const variables = objectOf(includes.layout.config?.values['variables']);
  const filled = text.replace(/\{\{\s*([\w-]+)\s*\}\}/g, (found, name: string) => {
    const value = Object.hasOwn(variables, name) ? variables[name] : undefined;
    return typeof value === 'string' || typeof value === 'number' ? String(value) : found;
  });
  return withFenceTitles(withSnippets(filled, includes));
}

const SNIPPET = /<Snippet\s+file=["']([^"'<>\n]+)["']\s*(?:\/>|>\s*<\/Snippet>)/g;

/** `<Snippet file="part.mdx" />`, from the folder of snippets. */
function withSnippets(text: string, includes: Includes): string {
  return replaceInProse(text, new RegExp(SNIPPET), ({ index, 0: found, 1: file = '' }, _, before) => {
    const folders = ['snippets', '_snippets'].map((name) => posix.join(projectPath(includes.layout), name));
    const paths = folders.map((folder) => posix.join(folder, file));
    const part = includes.text(paths, found, (whole) => withSnippets(whole.trim(), includes));
    return part === undefined ? undefined : { text: continued(part, before), end: index + found.length };
  });
}

/** Options of fenced code in Mintlify besides the title. */
const FENCE_OPTION =
  /[\w-]+=(?:"[^"]*"|'[^']*'|\{[^{}]*\}|\S+)|\{[^{}]*\}|(?<!\S)(?:lines|wrap|expandable|twoslash|showLineNumbers)(?!\S)/g;

/** In Mintlify, the words after the language of fenced code are its title. */
function withFenceTitles(text: string): string {
  return replaceInProse(
    text,
    /(?!)/g,
    () => undefined,
    (code) =>
      code.replace(
        /^([ \t]*(?:`{3,}|~{3,})[\w+#.-]+)[ \t]+(\S[^\n]*)/,
        (line, head: string, rest: string) => {
          const title = rest.replace(FENCE_OPTION, '').replace(/\s+/g, ' ').trim();
          return title === '' || /["'[\]]/.test(title) || rest.includes('title=')
            ? line
            : `${head} title="${title}"`;
        },
      ),
  );
}
