import { posix } from 'node:path';
import { escapeHtml } from '../../../../content/html/escape.js';
import { decodePercent } from '../../../../core/percent.js';
import { replaceInProse } from '../../../../core/prose.js';
import { firstHeading } from '../../first-heading.js';
import { baseOf } from '../../layout.js';
import type { Includes } from '../includes.js';
import { idOf, termKey } from './labels.js';

const MARKS = new RegExp(
  [
    String.raw`(?<![\\\x60])\{([A-Za-z][\w:.+-]{0,60})\}(\x60+)(?!\x60)([\s\S]{1,2000}?)(?<!\x60)\2(?!\x60)`,
    String.raw`(?<![!\\])\[((?:[^[\]\n\x60]|\x60[^\x60\n]{0,200}\x60|\n(?!\n)){0,500})\]\((?:<([^<>\n]{1,500})>|([^()\s<>]{1,500}))\)(?:\{[ \t]*[.#][^{}\n]{1,200}\})?`,
    String.raw`(?<![!\\\]])\[([^[\]\n]{1,500})\]\{[ \t]*[.#][^{}\n]{1,200}\}`,
    String.raw`<((?:project|path|inv|doc|ref):[^<>\s]{1,500})>`,
    String.raw`\{\{[ \t]*(\w[\w-]*)[ \t]*\}\}`,
    String.raw`(?<![\w@\\/.:-])@([A-Za-z](?:[\w:.-]{0,100}\w)?)`,
  ].join('|'),
  'g',
);

/** What the marks of a page may refer to. */
interface InlineContext {
  readonly includes: Includes;
  /** The text of `{{ key }}`; undefined for an unknown key, and where a page has too many. */
  substitute(key: string): string | undefined;
}

/** Texts that substitute others may do that themselves, up to this depth. */
const MAX_DEPTH = 5;

/**
 * Turns roles (`{ref}` and its text), references to labels and pages, and `{{ substitutions }}` into Markdown.
 * @see https://myst-parser.readthedocs.io/en/latest/syntax/cross-referencing.html
 */
export function expandInline(text: string, context: InlineContext, depth = 0): string {
  const isMystmd = context.includes.layout.generator === 'myst';
  if (!/\{|\]\(|<\w+:/.test(text) && !(isMystmd && text.includes('@'))) return text;
  return replaceInProse(text, new RegExp(MARKS), (match) => {
    const [found, role, , content = '', label, bracketed, address, spanned, auto, key, cited] = match;
    const end = match.index + found.length;
    if (cited !== undefined) {
      const link = isMystmd ? labelLink('', cited, context) : undefined;
      return link === undefined ? undefined : { text: link, end };
    }
    if (role !== undefined)
      return { text: roleText(role, content.replace(/\s+/g, ' ').trim(), context), end };
    if (spanned !== undefined) return { text: expandInline(spanned, context, depth + 1), end };
    if (key !== undefined) {
      const value = depth < MAX_DEPTH ? context.substitute(key)?.trim() : undefined;
      return value === undefined || value.includes('\n')
        ? undefined
        : { text: expandInline(value, context, depth + 1), end };
    }
    const words = label && expandInline(label, context, depth + 1);
    const link = reference(words ?? '', auto ?? bracketed ?? address ?? '', context);
    return {
      text:
        link ?? (words === undefined || words === label ? found : found.replace(label ?? '', () => words)),
      end,
    };
  });
}

/** The link of a reference; undefined where it's an ordinary link already. */
function reference(text: string, written: string, context: InlineContext): string | undefined {
  const target = written.replace(/^(?:project|doc|ref|path|inv):/, '');
  const scheme = written.slice(0, written.length - target.length);
  if (scheme === 'inv:') return text || asText(target.split(/[#:]/).at(-1) ?? target);
  if (text === '' && /^https?:/i.test(target)) return `<${target}>`;
  if (/^(?:https?:|mailto:|ftp:|\/\/|\?)/i.test(target)) return undefined;
  if (scheme === 'path:') return text || asText(posix.basename(target));
  const [, path = '', fragment = ''] = /^([^#]*)#?(.*)$/s.exec(target) ?? [];
  const isPage = /\.(?:md|rst|ipynb)$/.test(path) || scheme === 'doc:';
  if (!isPage && (path === '' || fragment === '')) {
    const labelled = labelLink(text, fragment || path, context);
    if (labelled !== undefined) return labelled;
  }
  if (isPage && (text === '' || scheme !== '')) return pageLink(text, path, fragment, context);
  // A name that no label and no page has is text in Sphinx too.
  if (text !== '' && /^[\w-]+$/.test(target) && !isNamed(target, context)) return text;
  if (text !== '' || /^[a-z][a-z0-9+.-]*:/i.test(target)) return undefined;
  return path === ''
    ? `[${headingOf(context.includes.page, fragment, context) ?? asText(fragment)}](#${fragment})`
    : asText(target);
}

function isNamed(name: string, { includes }: InlineContext): boolean {
  const path = posix.join(posix.dirname(includes.page), name);
  return includes.hasFile(`${path}.md`) || includes.hasFile(path);
}

/** A link to the place of a label; undefined where no page of the project has it. */
function labelLink(text: string, label: string, { includes }: InlineContext): string | undefined {
  const place = includes.labelled(decodePercent(label));
  if (place === undefined) return undefined;
  const { path, title } = place;
  const fragment = includes.layout.generator === 'myst' ? place.fragment.toLowerCase() : place.fragment;
  const shown = text || title.replace(/[[\]]/g, '\\$&') || asText(label);
  const anchor = fragment === '' ? '' : `#${fragment}`;
  return `[${shown}](<${path === includes.page && anchor !== '' ? '' : `/${path}`}${anchor}>)`;
}

function pageLink(text: string, name: string, fragment: string, context: InlineContext): string {
  const { includes } = context;
  const file = /\.(?:md|rst|ipynb)$/.test(name) ? decodePercent(name) : `${decodePercent(name)}.md`;
  const folder = baseOf(includes.page, includes.layout)?.folder ?? '';
  const path = file.startsWith('/')
    ? posix.join(folder, file).replace(/^\/+/, '')
    : posix.join(posix.dirname(includes.page), file);
  const shown = text || headingOf(path, fragment, context) || asText(name.replace(/\.\w+$/, ''));
  const isKnown = path === includes.page || includes.quietText(path) !== undefined;
  return isKnown ? `[${shown}](</${path}${fragment === '' ? '' : `#${fragment}`}>)` : shown;
}

/** The heading of a page, or of its part. */
function headingOf(path: string, fragment: string, { includes }: InlineContext): string | undefined {
  const text = includes.quietText(path)?.replace(/^[ \t]*\([^()\n]+\)=[ \t]*$/gm, '');
  if (text === undefined) return undefined;
  if (fragment === '') {
    // In Sphinx, the title of a page is its heading.
    const title = includes.layout.generator === 'myst' ? includes.titleOf(path) : undefined;
    return title === undefined ? firstHeading(text, false)?.title : asText(title);
  }
  const headings = [...text.matchAll(/^#{1,6}[ \t]+(.{1,500}?)[ \t#]{0,50}$/gm)].map(
    ([, heading = '']) => heading,
  );
  return headings.find((heading) => idOf(heading) === idOf(fragment)) ?? includes.labelled(fragment)?.title;
}

/** `Text <target>`; the target alone has no text. */
function split(content: string): readonly [text: string, target: string] {
  const [, text = '', target = content] = /^(.*?)\s*<([^<>]+)>$/.exec(content) ?? [];
  return [text, target];
}

/** Roles whose text is code, besides those that name objects of programs, such as `py:class`. */
const CODE =
  /^(?:code|file|samp|option|envvar|command|program|token|keyword|literal|regexp|class|func|meth|mod|attr|data|exc|obj|const)$/;
const ICON = /^(?:octicon|fa[a-z]?|fab|fas|far|material-\w+|nb-exec-table|index-entry)$/;

function roleText(name: string, content: string, context: InlineContext): string {
  const [text, target] = split(content);
  const shown = asText(text || target);
  if (/^(?:sub|sup)(?:script)?$/.test(name))
    return `<${name.slice(0, 3)}>${asText(content)}</${name.slice(0, 3)}>`;
  if (name === 'math') return `$${content}$`;
  if (name === 'kbd') return `<kbd>${escapeHtml(content)}</kbd>`;
  if (/^(?:ref|any|numref|math:numref|prf:ref|std:ref|eq)$/.test(name)) {
    // Only Sphinx computes the numbers of figures. The caption replaces the number.
    const caption = context.includes.labelled(decodePercent(target))?.title.replace(/\.$/, '');
    const quoted = caption ? `“${caption.replace(/[[\]]/g, '\\$&')}”` : '';
    const words = text
      .split(/%s|\{number\}/)
      .map(asText)
      .join(quoted)
      .trim();
    const title = text.includes('{name}') ? '' : words;
    return labelLink(title, target, context) ?? (title || asText(target));
  }
  if (name === 'doc') return pageLink(asText(text), target, '', context);
  if (name === 'term') return labelLink(shown, termKey(target), context) ?? shown;
  if (name.startsWith('bdg-link') && text !== '') return `[${shown}](<${target}>)`;
  if (name === 'abbr' || name === 'download' || name.startsWith('bdg') || name === 'index') return shown;
  if (name === 'menuselection') return asText(content.replace(/\s*-->\s*/g, ' ‣ '));
  if (/^(?:guilabel|dfn|emphasis|title-reference|div)$/.test(name)) return asText(content.replace(/&/g, ''));
  if (name === 'strong') return `**${asText(content)}**`;
  if (/^(?:foot)?cite(?:$|:)/.test(name)) return asText(`[${content}]`);
  if (name === 'rfc' || name === 'pep') return `[${name.toUpperCase()} ${shown}](${ADDRESSES[name](target)})`;
  if (ICON.test(name) || name === 'raw') return '';
  const isTitled = text !== '' && !CODE.test(name);
  return isTitled ? asText(text) : codeSpan(target.replace(/^~(?:[\w.]*\.)?|^!/, ''));
}

const ADDRESSES = {
  rfc: (number: string) => `https://www.rfc-editor.org/rfc/rfc${number.replace(/\D.*/, '')}`,
  pep: (number: string) => `https://peps.python.org/pep-${number.replace(/\D.*/, '').padStart(4, '0')}/`,
};

function codeSpan(text: string): string {
  return text.includes('`') ? `\`\` ${text} \`\`` : `\`${text}\``;
}

/** Text of a role must not become marks of Markdown. */
function asText(text: string): string {
  return text.replace(/[\\`*_[\]<>$]/g, '\\$&');
}
