/**
 * Files in code of Vocs: `// [!include ~/snippets/a.ts]` is the file, `// [!include ~/snippets/a.ts:setup]` the part
 * between `// [!region setup]` and `// [!endregion setup]`.
 * @see https://vocs.dev/docs/guides/code-snippets
 */
import { posix } from 'node:path';
import { replaceInProse } from '../../../core/prose.js';
import { type Includes, namedFiles } from './includes.js';
import { partBetween } from './lines.js';

const INCLUDE =
  /^([ \t]*)(?:\/\/|#|\/\*|<!--)[ \t]*\[!include[ \t]+((?:~\/|\.{1,2}\/)[^\]\s:]{1,300})(?::([\w-]+))?[^\]\n]{0,300}\][^\n]*$/gm;
/** What Twoslash keeps for its next run. */
const CACHE = /^[ \t]*\/\/ @twoslash-cache:[^\n]*\n/gm;
const REGION = /^[ \t]*(?:\/\/|#|\/\*|<!--)[ \t]*\[!(?:end)?region\b/;

/** Expands the files that fenced code includes. */
export function expandVocs(text: string, includes: Includes): string {
  if (!/\[!include|@twoslash-cache/.test(text)) return text;
  return replaceInProse(
    text,
    /(?!)/g,
    () => undefined,
    (code) =>
      code.replace(CACHE, '').replace(INCLUDE, (found, indent: string, file: string, region?: string) => {
        // The folder of the site is that around its pages.
        const top = posix.join(includes.layout.bases[0]?.folder ?? '', '..', file.replace(/^~\//, ''));
        const paths = [...(file.startsWith('~') ? [top] : []), ...namedFiles(file, includes)];
        const shown = includes.text(paths, found.trim(), (whole) => {
          const isMark = (mark: string) => (line: string) =>
            line.includes(`[!${mark} ${region}]`) || line.includes(`[!${mark} ${region} `);
          const part =
            region === undefined ? whole : partBetween(whole, isMark('region'), isMark('endregion'));
          return part
            ?.split('\n')
            .filter((line) => !REGION.test(line))
            .join('\n')
            .trim();
        });
        return shown === undefined ? found : shown.replace(/^(?=[^\n])/gm, indent);
      }),
  );
}
