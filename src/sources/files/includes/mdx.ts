/**
 * What MDX takes from other files of the project:
 *
 * | Written | Becomes |
 * |---|---|
 * | `import Part from './_part.mdx'`, and `<Part name="x" />` | the text of the part, with `x` for `{props.name}` and `{name}` |
 * | `import { price } from './_part.mdx'`, `'./a.js'` | a constant with the data that the file exports |
 * | `import code from './a.js?raw'`, `'!!raw-loader!./a.js'` | a constant with the text of the file |
 * | `import data from './a.json'`, `'./a.yml'` | a constant with the data |
 * | `import pic from './a.png'`, and `src={pic}`, `src={pic.src}`, `src={require('./a.png').default}` | `src="./a.png"` |
 *
 * The statements stay, since they make the page MDX.
 */
import { posix } from 'node:path';
import { findTokens, type Tag, type Token } from '../../../content/body/markdown/components/tokens.js';
import { type Properties, readProperties, Values } from '../../../content/body/markdown/components/values.js';
import { isMdx } from '../../../content/body/markdown/mdx.js';
import { objectOf } from '../../../core/json.js';
import { readProgram } from '../../../core/program-values.js';
import { replaceInProse, withoutCode } from '../../../core/prose.js';
import { parseData } from '../config-file.js';
import { type Includes, namedFiles } from './includes.js';

const IMPORT =
  /^[ \t]*import\s+(?:([A-Za-z_$][\w$]*)|\{\s*Content(?:\s+as\s+([A-Za-z_$][\w$]*))?\s*\})(?:\s*,\s*\{[^}]*\})?\s+from\s+['"]([^'"\n]+)['"][ \t]*;?[ \t]*$/gm;
const NAMED =
  /^[ \t]*import\s+(?:[A-Za-z_$][\w$]*\s*,\s*)?\{([^{}]*)\}\s+from\s+['"]([^'"\n]+\.(mdx?|[cm]?[jt]s))['"][ \t]*;?[ \t]*$/gm;
const MAX_CONSTANT = 100_000;
const IMAGE = /\.(?:png|jpe?g|gif|svg|webp|avif|ico)(?:\?[\w=&]*)?$/i;
const IMAGE_CALL = /\{\s*(?:require|useBaseUrl)\(/;
/** The value of a property. */
const IMAGE_VALUE =
  /(?<=[\w:]=)\{\s*(?:([A-Za-z_$][\w$]*)(?:\.src)?|(?:require|useBaseUrl)\(\s*["']([^"'\n]+)["']\s*\)(?:\.default)?)\s*\}/g;

/** Puts the text of imported parts in place of their tags. */
export function expandMdxImports(text: string, includes: Includes): string {
  if (!(text.includes('import') || IMAGE_CALL.test(text)) || !isMdx(text, includes.file)) return text;
  const parts = new Map<string, string>();
  const images = new Map<string, string>();
  const constants: string[] = [];
  for (const { 1: name, 2: alias, 3: written = '' } of withoutCode(text).matchAll(IMPORT)) {
    const local = name ?? alias ?? 'Content';
    const path = written.replace(/^(?:!!)?raw-loader!/, '').replace(/\?raw$/, '');
    if (path !== written || /\.(?:json|ya?ml)$/.test(path)) {
      const constant = constantOf(path, path === written, includes);
      if (constant !== undefined) constants.push(`export const ${local} = ${constant};\n\n`);
    } else if (/\.mdx?$/.test(path)) parts.set(local, path);
    else if (IMAGE.test(path)) images.set(local, path.replace(/\?.*$/, ''));
  }
  for (const { 1: names = '', 2: path = '', 3: ending = '' } of withoutCode(text).matchAll(NAMED))
    constants.push(...exportedData(names, path, ending.startsWith('md'), includes));
  const shown = withImages(text, images, includes);
  const expanded = parts.size === 0 ? shown : replaceTags(shown, parts, includes);
  return constants.length === 0 ? expanded : `\n\n${constants.join('')}${expanded}`;
}

/** Writes the paths of pictures into the properties that name them by an import or a function of the generator. */
function withImages(text: string, images: ReadonlyMap<string, string>, includes: Includes): string {
  if (images.size === 0 && !IMAGE_CALL.test(text)) return text;
  return replaceInProse(text, new RegExp(IMAGE_VALUE), ({ index, 0: found, 1: name = '', 2: called }) => {
    const written = called ?? images.get(name);
    if (written === undefined) return undefined;
    return { text: `"${pathFromPage(written, includes)}"`, end: index + found.length };
  });
}

/** A path as Markdown has it: files of the static folder are at the top of the site. */
function pathFromPage(written: string, includes: Includes): string {
  const top = /^@site\/static(\/.*)/.exec(written)?.[1];
  if (top !== undefined || /^(?:\.{0,2}\/|https?:)/.test(written)) return top ?? written;
  const file = namedFiles(written, includes).find((path) => includes.hasFile(path));
  return file === undefined ? written : `./${posix.relative(posix.dirname(includes.file), file)}`;
}

/** The text or the data of a file as an expression. */
function constantOf(written: string, isData: boolean, includes: Includes): string | undefined {
  const text = includes.text(namedFiles(written, includes), written, (whole) => whole);
  if (text === undefined || text.length > MAX_CONSTANT) return undefined;
  const data = isData ? parseData(written, text) : text;
  return data === undefined ? undefined : JSON.stringify(data);
}

/** The constants that an import names (`a, b as c`), where their values are data. */
function exportedData(names: string, written: string, isPart: boolean, includes: Includes): string[] {
  const paths = isPart || /^[./@~]/.test(written) ? namedFiles(written, includes) : [];
  const text = includes.text(paths, undefined, (whole) => (isPart ? exportsOf(whole) : whole));
  if (text === undefined || text.length > MAX_CONSTANT) return [];
  const file = `module.${isPart ? 'mjs' : 'ts'}`;
  const values = objectOf(readProgram(file, (path) => (path === file ? text : undefined), '*').value);
  return [...names.matchAll(/([\w$]+)(?:\s+as\s+([\w$]+))?/g)].flatMap(([, name = '', local = name]) => {
    const value = Object.hasOwn(values, name) ? JSON.stringify(values[name]) : undefined;
    return value === undefined ? [] : [`export const ${local} = ${value};\n\n`];
  });
}

function exportsOf(text: string): string {
  return findTokens(text, true)
    .flatMap((token) =>
      token.kind === 'statement' && /^\s*export\b/.test(token.source) ? [token.source] : [],
    )
    .join('\n');
}

function replaceTags(text: string, parts: ReadonlyMap<string, string>, includes: Includes): string {
  const tokens = findTokens(text, true);
  let result = '';
  let at = 0;
  for (const [index, token] of tokens.entries()) {
    if (token.start < at || (token.kind !== 'open' && token.kind !== 'void')) continue;
    const path = parts.get(token.name);
    if (path === undefined) continue;
    const close = token.kind === 'void' ? undefined : closingOf(tokens, index);
    const children = close === undefined ? '' : text.slice(token.end, close.start);
    const part = partText(path, token, children, text, includes);
    if (part === undefined) continue;
    const indent = /(?:^|\n)([ \t]*)$/.exec(text.slice(Math.max(0, token.start - 100), token.start))?.[1];
    const shown =
      indent === undefined ? part.trim() : `\n\n${part.trim().replace(/^(?=[^\n])/gm, indent)}\n\n`;
    result += text.slice(at, token.start) + shown;
    at = close?.end ?? token.end;
  }
  return result + text.slice(at);
}

function closingOf(tokens: readonly Token[], from: number): Token | undefined {
  const { name } = tokens[from] as Tag;
  let depth = 0;
  for (let index = from; index < tokens.length; index += 1) {
    const token = tokens[index];
    if (token === undefined || !('name' in token) || token.name !== name) continue;
    if (token.kind !== 'void') depth += token.kind === 'open' ? 1 : -1;
    if (depth === 0) return token;
  }
  return undefined;
}

function partText(
  written: string,
  { name, properties }: Tag,
  children: string,
  page: string,
  includes: Includes,
): string | undefined {
  const from = posix.dirname(includes.file);
  return includes.text(namedFiles(written, includes), `<${name} />`, (part) => {
    const given = readProperties(properties, new Values(exportsOf(page)));
    const whole = expandMdxImports(part, includes);
    return moveLinks(fillProperties(whole, given, children), posix.dirname(includes.file), from);
  });
}

/** A part without its imports, whose names the page has. */
export function withoutImports(text: string): string {
  return fillProperties(text, readProperties('', new Values('')), '');
}

/** Fills in `{props.name}`, `{name}` and `{props.children}`. Other expressions stay; imports go. */
function fillProperties(text: string, given: Properties, children: string): string {
  let result = '';
  let at = 0;
  for (const token of findTokens(text, true)) {
    if (token.kind === 'statement' && /^\s*import\b/.test(token.source)) {
      result += text.slice(at, token.start);
      at = token.end;
    }
    const name =
      token.kind === 'expression' ? /^\s*(?:props\.)?(\w+)\s*$/.exec(token.source)?.[1] : undefined;
    if (name === undefined) continue;
    const value = name === 'children' ? children.trim() : given.value(name.toLowerCase());
    if (typeof value !== 'string' && typeof value !== 'number') continue;
    result += text.slice(at, token.start) + String(value);
    at = token.end;
  }
  return result + text.slice(at);
}

const RELATIVE = /(\]\(\s*<?|\s(?:src|href)=["'])(\.{1,2}\/[^)\s>"']+)/g;

/** Links of a part are relative to its own folder. */
function moveLinks(text: string, from: string, to: string): string {
  if (from === to) return text;
  return replaceInProse(text, new RegExp(RELATIVE), (match) => {
    const [found, lead = '', target = ''] = match;
    const moved = posix.relative(to, posix.join(from, target));
    return {
      text: `${lead}${moved.startsWith('.') ? moved : `./${moved}`}`,
      end: match.index + found.length,
    };
  });
}
