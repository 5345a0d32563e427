import { replaceInProse } from '../../../core/prose.js';
import { nameParts, type PrivacyRules } from '../privacy.js';
import { plainCommentGates } from '../wordpress/comment-gates.js';
import { isPrinted } from '../wordpress/known.js';
import { type Gate, outermost, without } from '../wordpress/ranges.js';
import { shortcodeGates } from '../wordpress/shortcode-gates.js';
import { containerGates } from './containers.js';
import { findMarkdownTags, type MarkdownTag } from './tags.js';
import { conditionVerdict, isHtmlElement, type TagVerdict, verdictOf } from './verdict.js';

/** A text of a content folder without what is for some readers only. */
export interface OpenText {
  readonly text: string;
  readonly gates: readonly Gate[];
}

/** What no gate can be without. */
const MARKS = /\{\{|\{%|\{#|<|:::|\/\/\/|\[|!!!|\?\?\?|\{\s*[!/\w]/;
/** Comments of MDX, of Nunjucks, and links that lead nowhere, as comments of HTML of the same length. */
const OTHER_COMMENTS =
  /\{\s*\/\*([^\n]*?)\*\/\s*\}|\{#([^\n]*?)#\}|^\[(?:\/\/|comment|_)\]:[ \t]*(?:#|<>)[ \t]*[("']([^\n]*?)[)"'][ \t]*$/gm;
/** A block of Ghost's that visitors who are no members get too. */
const GHOST_OPEN =
  /(<!--\s*kg-gated-block:begin\b[^>]*\bnonMember:true\b[^>]*-->)([\s\S]*?)(<!--\s*kg-gated-block:end\s*-->)/g;
const BRANCH = /\{\s*([!\p{L}_][^{}<>\n]{0,200}?)(?:&&|\?(?![.?]))/gu;

/**
 * Cuts out of a text of a content folder whatever encloses text and sounds like access: shortcodes of Hugo, tags of
 * Liquid, Nunjucks and Markdoc, containers, components, shortcodes in brackets, and comments. Code keeps what is
 * a sample in it; what a gate encloses goes with its code.
 */
export function cutMarkdownGates(text: string, rules: PrivacyRules): OpenText {
  if (!MARKS.test(text)) return { text, gates: [] };
  const prose = replaceInProse(
    text,
    /(?!)/g,
    () => undefined,
    (code) => code.replace(/[^\n]/g, ' '),
  );
  const gates = outermost([
    ...tagGates(prose, rules),
    ...containerGates(prose, rules),
    ...branchGates(prose, rules),
    ...commentGates(prose, rules),
    ...bracketGates(prose, rules),
  ]);
  return gates.length === 0 ? { text, gates } : { text: without(text, gates), gates };
}

/** Comments of every dialect. One that is no comment of HTML is a gate only together with the one that ends it. */
function commentGates(prose: string, rules: PrivacyRules): Gate[] {
  const blank = (comment: string) => ' '.repeat(comment.length);
  const text = prose.replace(GHOST_OPEN, (_, begin, inner, end) => blank(begin) + inner + blank(end));
  return plainCommentGates(text.replace(OTHER_COMMENTS, asComment), rules).filter(
    ({ from, isUnclosed }) => isUnclosed !== true || prose.startsWith('<!--', from),
  );
}

function asComment(whole: string, mdx?: string, nunjucks?: string, link?: string): string {
  const length = whole.length - 7;
  const words = (mdx ?? nunjucks ?? link ?? '').trim();
  return length < 1 ? whole : `<!--${words.slice(0, length).padEnd(length)}-->`;
}

/** Shortcodes of WordPress that a conversion has left, also with escaped brackets. A word in brackets is a link. */
function bracketGates(text: string, rules: PrivacyRules): Gate[] {
  if (!text.includes('/')) return [];
  const plain = text.replace(/\\([[\]])/g, ' $1').replace(/\\_/g, '__');
  return shortcodeGates(plain, rules).gates.filter(({ isUnclosed }) => isUnclosed !== true);
}

interface Open {
  readonly tag: MarkdownTag;
  readonly verdict: TagVerdict | undefined;
}

function tagGates(text: string, rules: PrivacyRules): Gate[] {
  const gates: Gate[] = [];
  const open: Open[] = [];
  for (const tag of findMarkdownTags(text)) {
    if (tag.does !== 'close') {
      const verdict = verdictOf(tag.dialect, tag.name, tag.attributes, rules);
      if (tag.does === 'open') open.push({ tag, verdict });
      else if (verdict !== undefined)
        gates.push({ from: tag.from, to: tag.to, kind: kindOf(tag), ...verdict });
      continue;
    }
    const at = open.findLastIndex((one) => isPair(one.tag, tag));
    if (at < 0) continue;
    const [opener] = open.splice(at, 1);
    if (opener?.verdict !== undefined)
      gates.push({ from: opener.tag.from, to: tag.to, kind: kindOf(tag), ...opener.verdict });
  }
  const unclosed = open.find(
    ({ tag, verdict }) => verdict !== undefined && looksLikeGate(text, tag, verdict),
  );
  if (unclosed?.verdict === undefined) return gates;
  const { tag, verdict } = unclosed;
  gates.push({ from: tag.from, to: text.length, kind: kindOf(tag), isUnclosed: true, ...verdict });
  return gates;
}

/** Zola ends what is called like a function with a bare `{% end %}`. */
function isPair(opener: MarkdownTag, closer: MarkdownTag): boolean {
  if (opener.dialect !== closer.dialect) return false;
  return opener.name === closer.name || (closer.name === '' && opener.attributes.startsWith('('));
}

function kindOf({ dialect }: MarkdownTag): Gate['kind'] {
  return dialect === 'component' ? 'block' : 'shortcode';
}

/** It stands in a line of its own, and nothing says that it prints something. */
function looksLikeGate(
  text: string,
  { dialect, name, from, to, attributes }: MarkdownTag,
  verdict: TagVerdict,
): boolean {
  if (isPrinted(nameParts(name)) || (attributes.trim() !== '' && verdict.attribute === undefined))
    return false;
  if (dialect === 'component' && (isHtmlElement(name) || !/[A-Z-]/.test(name))) return false;
  const before = text.slice(text.lastIndexOf('\n', from - 1) + 1, from);
  return before.trim() === '' && /^[ \t]*(?:\n|$)/.test(text.slice(to, to + 80));
}

/** Expressions of MDX that show something to some readers: `{user.isMember && <p>…</p>}`. */
function branchGates(text: string, rules: PrivacyRules): Gate[] {
  return [...text.matchAll(BRANCH)].flatMap((match): Gate[] => {
    const before = text[match.index - 1];
    if (before === '{' || before === '=' || before === '$') return [];
    const verdict = conditionVerdict((match[1] ?? '').replace(/["'`][^"'`]*["'`]/g, ''), rules);
    const to = verdict && braceEnd(text, match.index);
    return verdict === undefined || to === undefined
      ? []
      : [{ from: match.index, to, kind: 'block', ...verdict }];
  });
}

function braceEnd(text: string, from: number): number | undefined {
  let depth = 0;
  for (let at = from; at < text.length; at++) {
    if (text[at] === '{') depth += 1;
    else if (text[at] === '}') depth -= 1;
    if (depth === 0) return at + 1;
  }
  return undefined;
}
