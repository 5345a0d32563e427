import { join, posix } from 'node:path';
import { sampleFiles } from '../../../sample-files.js';
import { readProjectText } from '../../config-file.js';

/** How a site makes the addresses of its Markdown pages. */
export interface PathRule {
  /** Text before the rest of the address. */
  readonly prefix: string;
  /** The key in the front matter that has the rest; undefined for the path of the file. */
  readonly key: string | undefined;
}

const ENDINGS = ['js', 'ts', 'mjs', 'cjs'];
const MAX_ROUTES = 500;

/**
 * The rule in `gatsby-node`, which isn't run, or in the name of a page such as `{mdx.frontmatter__slug}.js`.
 * @param folder of the project, from the root
 * @returns null where only the code itself can compute addresses, undefined where nothing makes pages of Markdown
 */
export function pathRuleOf(root: string, folder: string): PathRule | null | undefined {
  const code = ENDINGS.map((ending) =>
    readProjectText(root, posix.join(folder, `gatsby-node.${ending}`)),
  ).find((text) => text !== undefined);
  const routes = routesIn(join(root, folder, 'src/pages'));
  const rules = [...routes, ...(code === undefined ? [] : rulesIn(code))];
  const [first, ...others] = rules;
  if (first === undefined || first === null) return first;
  return others.every((rule) => rule?.key === first.key && rule?.prefix === first.prefix) ? first : null;
}

/** Routes by the names of files: the address is what stands before the field, and the field itself. */
function routesIn(pages: string): readonly (PathRule | null)[] {
  return sampleFiles(pages, /\{[^{}]*\}/, MAX_ROUTES).map((file) => {
    const [, prefix = '', kind, key] =
      /^([^{}]*)\{(?:[mM]dx|[mM]arkdownRemark)\.(frontmatter|fields)__(\w+)\}\.[jt]sx?$/.exec(file) ?? [];
    return kind === 'frontmatter' && key !== undefined ? { prefix, key } : null;
  });
}

/** What `createPage` is called with. */
const PATHS = /\bcreatePage\s*\(\s*\{[^{}]*?\bpath\s*(?::\s*(`[^`\n]*`|[^,\n}]+)|(?=[,}]))/g;
const MAX_PATH = 200;

function rulesIn(code: string): readonly (PathRule | null)[] {
  const text = code.replace(/\/\*[\s\S]*?(?:\*\/|$)|(?<=^|[\s;{}])\/\/[^\n]*/g, '');
  const calls = text.match(/\bcreatePage\s*\(/g)?.length ?? 0;
  const paths = [...text.matchAll(PATHS)].map(([, path = '']) => path.trim().slice(0, MAX_PATH));
  if (paths.length < calls) return [null];
  // An address that is written out isn't that of a Markdown page.
  return paths.filter((path) => !/^(['"])[^'"]*\1$/.test(path)).map((path) => ruleOf(path, text));
}

/** `node.frontmatter.slug`, `/blog${node.fields.slug}` and the like. */
function ruleOf(path: string, code: string): PathRule | null {
  const [prefix, expression] = partsOf(path) ?? [];
  const [, kind, key] = /\b(frontmatter|fields)\??\.(\w+)$/.exec(expression ?? '') ?? [];
  if (prefix === undefined || kind === undefined || key === undefined) return null;
  if (kind === 'frontmatter') return { prefix, key };
  const before = prefixOfField(key, code);
  return before === undefined ? null : { prefix: prefix + before, key: undefined };
}

/** The text before an expression, and the expression. */
function partsOf(written: string): readonly [prefix: string, expression: string] | undefined {
  if (/^[\w.?]+$/.test(written)) return ['', written];
  const [, prefix, expression] = /^`([^`$]*)\$\{([\w.?]+)\}\/?`$/.exec(written) ?? [];
  return prefix === undefined || expression === undefined ? undefined : [prefix, expression];
}

/** What stands before the path of the file in a field of nodes; undefined for one that is made otherwise. */
function prefixOfField(name: string, code: string): string | undefined {
  const variable = /\b(?:const|let|var)\s+(\w+)\s*=\s*createFilePath\(\s*\{[^{}]*\}\s*\)/.exec(code)?.[1];
  for (const [, inner = ''] of code.matchAll(/\bcreateNodeField\(\s*\{((?:[^{}`]|`[^`\n]*`)*)\}/g)) {
    if (!new RegExp(`\\bname\\s*:\\s*(['"\`])${name}\\1`).test(inner)) continue;
    const [found, value = 'value'] = /\bvalue\s*(?::\s*(`[^`\n]*`|[^,\n]+)|,|$)/.exec(inner.trim()) ?? [];
    const [prefix, expression] = (found === undefined ? undefined : partsOf(value.trim())) ?? [];
    return expression === undefined || expression !== variable ? undefined : prefix;
  }
  return undefined;
}
