/**
 * Hugo's shortcodes (`{{< name … >}}`, `{{% name … %}}`) without Hugo.
 *
 * | Written | Becomes |
 * |---|---|
 * | `figure src alt caption title link` | `<figure>` with image and caption |
 * | `highlight go … /highlight` | a fenced code block; with `hl_inline=true` a code span |
 * | `ref`, `relref` | the page's name; as an address: the link is dissolved |
 * | `youtube id`, `vimeo id`, `gist user id`, `x`, `tweet`, `instagram`, `qr text` | a link to it |
 * | `details summary`, `expand` and the like around text | `<details>` |
 * | `new-in 1.2`, `deprecated-in 1.2` and the like | New in 1.2 |
 * | `notice`, `alert`, `hint`, `warning` and the like around text | a callout |
 * | a paired shortcode of a theme | its content |
 * | any other | its picture and texts; as an address: the link is dissolved |
 * | escaped: a comment inside the marks | the shortcode as text, also in code |
 */

import { lastName } from '../../../core/paths.js';
import { continued, type Replacement, replaceInProse } from '../../../core/prose.js';
import { UNRESOLVED } from '../../../core/unresolved.js';
import { visibleValues } from '../../fidelity/source/pieces.js';
import { escapeHtml } from '../../html/escape.js';
import {
  closingTag,
  parseArguments,
  readShortcodeTag,
  SHORTCODE,
  type Shortcode,
  type ShortcodeTag,
} from '../../syntax/hugo-shortcode.js';
import { isInAddress } from '../markdown/address-context.js';
import { labelled, openCallout } from '../markdown/callout.js';
import { embed, fence, removeTag, ticksAround } from '../markdown/tag-line.js';
import { BUILT_IN } from './built-in-shortcodes.js';

/** Names of boxes that a reader unfolds. */
const FOLDED = /^(?:details|expand|collapse|collapsible|spoiler)$/;

function replaceOpening(tag: ShortcodeTag, end: number, text: string, before: string): Replacement {
  const code = parseArguments(tag);
  const { name, positional, named } = code;
  if (name === 'ref' || name === 'relref') {
    const target = named.get('path') ?? positional[0] ?? '';
    const page = lastName(target.replace(/#.*$/, '').replace(/\/(?:_?index)?(?:\.\w+)?$/, ''));
    return { text: isInAddress(before) ? UNRESOLVED : page.replace(/\.\w+$/, ''), end };
  }
  if (name === 'highlight') {
    const close = closingTag(text, name, end);
    if (close !== undefined) {
      const inner = text.slice(end, close.start);
      const isInline = positional.some((value) => /\bhl_inline\s*=\s*true\b/i.test(value));
      return { text: isInline ? span(inner) : fence(inner, positional[0] ?? '', before), end: close.end };
    }
  }
  if (FOLDED.test(name)) {
    const summary = escapeHtml(named.get('summary') ?? named.get('title') ?? positional[0] ?? '');
    return { text: continued(`\n\n<details><summary>${summary}</summary>\n\n`, before), end };
  }
  const built = Object.hasOwn(BUILT_IN, name) ? BUILT_IN[name]?.(code) : undefined;
  // An HTML block ends at an empty line; one inside a paragraph or a list item stays where it is.
  if (built !== undefined) return { text: name === 'figure' ? `${built}\n` : built, end };
  if (name === 'comment') return removeTag(before, text, closingTag(text, name, end)?.end ?? end);
  if (isInAddress(before)) return { text: UNRESOLVED, end };
  const note = versionNote(code, before);
  if (note !== undefined)
    return { text: /^[ \t]*\n(?![ \t]*\n)/.test(text.slice(end, end + 200)) ? `${note}\n` : note, end };
  return unknownShortcode(code, { isVoid: tag.isVoid, end, text, before });
}

function span(code: string): string {
  const ticks = ticksAround(code, 1);
  return ticks.length === 1 ? `\`${code.trim()}\`` : `${ticks} ${code.trim()} ${ticks}`;
}

/** Names of shortcodes that show what they enclose as code. */
export const CODE = /code|highlight|mermaid|diagram|terminal|console|^qr$/i;

/** Names of shortcodes around a formula. */
const FORMULA = /^(?:katex|math|mathjax|latex|tex)$/i;

/** Names of shortcodes that say since which version something is so. */
const SINCE =
  /^(?:new|added|introduced|available|changed|deprecated|removed|since)(?:[-_](?:in|since|from))?$/i;

/** What such a shortcode says: a line of its own, else in parentheses after the text before it. */
function versionNote({ name, positional, named }: Shortcode, before: string): string | undefined {
  const [version = '', ...others] = [...positional, ...named.values()];
  if (others.length > 0 || !SINCE.test(name) || !/^v?\d+(?:\.\d+)+$/i.test(version)) return undefined;
  const words = name.toLowerCase().replace(/[-_]/g, ' ');
  const isFirst = /(?:^|\n)[ \t]*(?::[ \t]+)?$/.test(before);
  return isFirst ? `${words.charAt(0).toUpperCase()}${words.slice(1)} ${version}` : `(${words} ${version})`;
}

/** Names of boxes with a note; some are named for their kind. */
const CALLOUT = /^(?:admonition|alert|callout|hint|notice)$/i;
const KIND_NAMES = ['type', 'kind', 'level', 'style', 'color', 'variant'];

/** Where an opening tag stands. */
interface Place {
  /** The tag closes itself. */
  readonly isVoid: boolean;
  /** The index after the tag. */
  readonly end: number;
  /** The whole text, and what is written before the tag. */
  readonly text: string;
  readonly before: string;
}

/** A box with a note to the reader, whose template isn't known; undefined for anything else. */
function callout(code: Shortcode, { isVoid, end, text, before }: Place): Replacement | undefined {
  const { name, positional, named } = code;
  const isKind = labelled(name, '') !== undefined;
  const indent = /(?:^|\n)([ \t]*)$/.exec(before)?.[1];
  if (indent === undefined || !(isKind || CALLOUT.test(name)) || name === 'quote') return undefined;
  const stated = KIND_NAMES.map((key) => named.get(key)).find(Boolean) ?? positional[0] ?? '';
  const isStated = labelled(stated, '') !== undefined;
  // `hint` is a kind, and in some themes a box of any kind.
  const isBox = !isKind || (name === 'hint' && isStated);
  const kind = !isBox ? name : isStated ? stated : 'note';
  const title = named.get('title') ?? positional[isBox ? 1 : 0] ?? '';
  const close = isVoid ? undefined : closingTag(text, name, end);
  const inner = close === undefined ? '' : expandHugoShortcodes(text.slice(end, close.start));
  const words = visibleValues(
    [...named].filter(([key]) => !/^(?:title|emoji)$/.test(key) && !KIND_NAMES.includes(key)),
  );
  const written = [...words, inner].filter((one) => one.trim() !== '').join('\n\n');
  if (written === '') return undefined;
  const box = openCallout(kind, labelled(kind, title) ?? title);
  // Text on the line of the tag, or with less space before it, would end the list item of the tag.
  const isLoose = /^[ \t]*\S/.test(inner) || !/^\S/m.test(inner);
  const content = isLoose
    ? written.replace(/^[ \t]*(?=\S)/gm, (own) => (own.length < indent.length ? indent : own))
    : written;
  return { text: `${box}\n\n${content}\n\n${indent}</blockquote>\n\n`, end: close?.end ?? end };
}

/** Returns false for a path such as `images/a.png`, which may lead to the assets of the site instead of its pages. */
function isPlaced(path: string): boolean {
  return !path.includes('/') || /^(?:[a-z]+:)?\/\/|^\.{0,2}\//i.test(path);
}

/** The picture or film of a shortcode whose template isn't known; a picture for dark screens is its copy. */
function pictureOf({ named, positional }: Shortcode, alt: string): string {
  const values = [...[...named].filter(([key]) => !/dark|icon|link|href/i.test(key)).values()].map(
    ([, one]) => one,
  );
  const src = [...values, ...positional].find(
    (one) => /^[^\s<>"]+\.(?:png|jpe?g|gif|svg|webp|avif)$/i.test(one) && isPlaced(one),
  );
  const film = values.concat(positional).find((one) => /^[^\s<>"]+\.(?:mp4|webm|mov|ogv)$/i.test(one));
  if (src === undefined && film !== undefined) return embed('Video', film, alt || film.split('/').at(-1));
  return src === undefined ? '' : `![${alt.replace(/[\\[\]]/g, '\\$&')}](${src})`;
}

/**
 * In doubt text is kept: of a shortcode whose template isn't known, the picture and the parameters that read like text.
 */
function unknownShortcode(code: Shortcode, place: Place): Replacement {
  const known = callout(code, place) ?? formula(code, place);
  if (known !== undefined) return known;
  const kept = keptParts(code, place);
  return codeBlock(code, place, kept) ?? writeParts(code.name, place, kept);
}

/** The picture, the link and the texts among the arguments. */
function keptParts(code: Shortcode, { isVoid, end, text }: Place): readonly string[] {
  const { name, positional, named } = code;
  const parameters = [...[...named], ...positional.map((value) => [undefined, value] as const)];
  const words = visibleValues(parameters).map((value) => value.trim());
  const alt = (named.get('alt') ?? named.get('caption') ?? '').trim();
  const picture = pictureOf(code, alt);
  if (picture !== '') return [picture, ...words.filter((value) => value !== alt)];
  const address = parameters.find(
    ([key = 'src', one]) => /^(?:src|url|href|link)$/.test(key) && /^https?:\/\/\S+$/.test(one),
  )?.[1];
  const isLink =
    address !== undefined && (isVoid || closingTag(text.slice(end, end + NEAR), name, 0) === undefined);
  return isLink ? [embed('Embedded', address, words.join(' '))] : words;
}

function formula({ name, positional }: Shortcode, { end, text }: Place): Replacement | undefined {
  const close = FORMULA.test(name) ? closingTag(text.slice(end, end + NEAR), name, 0) : undefined;
  if (close === undefined) return undefined;
  const tex = text.slice(end, end + close.start).trim();
  const marks = /^(?:\$|\\[([])/.test(tex) ? '' : positional.includes('display') ? '$$' : '$';
  return { text: `${marks}${tex}${marks}`, end: end + close.end };
}

/** @param kept what stands above the code */
function codeBlock(
  { name, positional, named }: Shortcode,
  { isVoid, end, text, before }: Place,
  kept: readonly string[],
): Replacement | undefined {
  const close = CODE.test(name) && !isVoid ? closingTag(text, name, end) : undefined;
  if (close === undefined) return undefined;
  const inner = text.slice(end, close.start);
  if (inner.trim() === '' || /^[ \t]*(?:`{3}|~{3}|\{\{[<%])/m.test(inner)) return undefined;
  const language =
    named.get('lang') ??
    named.get('language') ??
    named.get('type') ??
    (name === 'mermaid' ? name : undefined) ??
    positional.find((value) => /^[a-z+#]{1,12}$/.test(value));
  const block = fence(inner, withFile(language ?? dataLanguage(inner), named), before);
  return { text: kept.length === 0 ? block : `\n${kept.join('\n\n')}\n${block}`, end: close.end };
}

/** Puts the parts where the tag is: on lines of their own, or in its line. */
function writeParts(name: string, { end, text, before }: Place, parts: readonly string[]): Replacement {
  if (parts.length === 0) return removeTag(before, text, end, true);
  const line = text.slice(end, end + MAX_LINE).split('\n', 1)[0] ?? '';
  const tag = new RegExp(`\\{\\{[<%]\\s*/\\s*${name.replace(/[./-]/g, '\\$&')}(?![\\w./-])`);
  const hasText = line.slice(0, Math.max(0, line.search(tag))).trim() !== '';
  const isAlone = /(?:^|\n)[ \t]*$/.test(before) && (hasText || line.trim() === '');
  if (isAlone) return { text: continued(`\n${parts.join('\n\n')}\n${hasText ? '\n' : ''}`, before), end };
  return { text: `${parts.join(' ')}${hasText && !/^\s/.test(line) ? ' ' : ''}`, end };
}

const MAX_LINE = 2000;
/** How far the end of a shortcode is looked for where most have none. */
const NEAR = 5000;

/** The language of code, with the name of its file where the shortcode states it. */
function withFile(language: string, named: ReadonlyMap<string, string>): string {
  const name = named.get('file') ?? named.get('filename') ?? '';
  return /^[\w@.-]*[./][\w@./-]*$/.test(name) ? `${language || 'text'} title="${name}"` : language;
}

/** The language of data, by its first line; empty for anything else. */
function dataLanguage(code: string): string {
  const line = code.trimStart().split('\n', 1)[0] ?? '';
  if (/^\[+(?:[\w.-]|'[^']*'|"[^"]*")+\]+\s*$|^[\w.-]+\s+=(?:\s|['"[{])/.test(line)) return 'toml';
  if (/^[\w-]+:(?:\s|$)/.test(line)) return 'yaml';
  return /^\{\s*(?:"|$)/.test(line) ? 'json' : '';
}

/** True for text that contains shortcodes. */
export function hasShortcodes(text: string): boolean {
  return /\{\{[<%]/.test(text);
}

/** Replaces Hugo's shortcodes in Markdown according to the table above. */
export function expandHugoShortcodes(text: string): string {
  return replaceInProse(
    text,
    new RegExp(`${SHORTCODE.source}|^[ \\t]*<--->[ \\t]*$`, 'gmu'),
    (match, whole, before) => {
      const end = match.index + match[0].length;
      // The border between two columns.
      if (match[0].endsWith('->')) return { text: '\n', end };
      const tag = readShortcodeTag(match);
      if (tag.escaped !== undefined) return { text: unescapeShortcodes(match[0]), end };
      if (!tag.isClosing) return replaceOpening(tag, end, whole, before);
      return FOLDED.test(tag.name)
        ? { text: continued('\n\n</details>\n\n', before), end }
        : removeTag(before, whole, end, true);
    },
    unescapeShortcodes,
  );
}

function unescapeShortcodes(text: string): string {
  return text.replace(/(\{\{[<%])\/\*([\s\S]*?)\*\/([>%]\}\})/g, '$1$2$3');
}
