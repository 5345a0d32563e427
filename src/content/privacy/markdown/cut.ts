import type { PrivacyRules } from '../../../config/config.js';
import { withoutCode } from '../../../core/prose.js';
import { nameParts } from '../privacy.js';
import { plainCommentGates } from '../wordpress/comment-gates.js';
import { isPrinted } from '../wordpress/known.js';
import { type Gate, outermost, without } from '../wordpress/ranges.js';
import { shortcodeGates } from '../wordpress/shortcode-gates.js';
import { attributeGates, containerGates } from './attribute-gates.js';
import { conditionVerdict } from './conditions.js';
import { indentedCode } from './indented-code.js';
import { commentSpans, rawSpans, spanAt } from './spans.js';
import { curlyTags, type Dialect, findMarkdownTags, type MarkdownTag } from './tags.js';
import { isListed } from './topics.js';
import { isHtmlElement, type TagVerdict, tagVerdict } from './verdict.js';

/** A text of a content folder without its gated parts. */
interface OpenText {
  readonly text: string;
  readonly gates: readonly Gate[];
}

/** Every gate contains at least one of these marks. */
const MARKS = /@end|\{\{|\{%|\{#|<|::|\/\/\/|\[|!!!|\?\?\?|\{\s*[!/\w:.]/;
/** Comments of MDX and Nunjucks, and link definitions that serve as comments. */
const OTHER_COMMENTS =
  /\{\s*\/\*((?:(?!\/\*)[^\n])*?)\*\/\s*\}|\{#((?:(?!\{#)[^\n])*?)#\}|^\[(?:\/\/|comment|_)\]:[ \t]*(?:#|<>)[ \t]*[("']([^\n]*?)[)"'][ \t]*$/gm;
/** No reader sees their text, and their braces are those of a program. */
const PROGRAM = /<(script|style)\b[^>]*>[\s\S]*?<\/\1\s*>/gi;
/** A Ghost block that visitors without an account see too. */
const GHOST_OPEN =
  /(<!--\s*kg-gated-block:begin\b[^>]*\bnonMember:true\b[^>]*-->)([\s\S]*?)(<!--\s*kg-gated-block:end\s*-->)/g;
const BRANCH =
  /\{\s*(?!(?:if|for|while|switch|return|const|let|var|throw|await)\b)([!\p{L}_][^{}<>\n]{0,200}?)(?:&&|\?(?!\s*[.?:}*]))/gu;
/** Links and their definitions: `[/members](/members)` isn't a closing tag. */
const LINK = /\[[^[\]\n]*\](?=\[\]|\([^()\s]*(?:[ \t]+"[^"\n]*")?\)|:[ \t])/g;

/**
 * Removes everything from a text of a content folder that encloses text and sounds like a restriction: Hugo shortcodes, tags
 * of Liquid, Nunjucks and Markdoc, tags in curly brackets, containers, components, shortcodes in brackets, and comments. Samples of gates in
 * code stay; code inside a gate goes with it.
 */
export function cutMarkdownGates(text: string, rules: PrivacyRules): OpenText {
  if (!MARKS.test(text)) return { text, gates: [] };
  const prose = withoutCode(text).replace(PROGRAM, (program) => program.replace(/[^\n]/g, ' '));
  const gates = outermost([
    ...tagGates(prose, rules, tagsThatRun(prose)),
    ...containerGates(prose, rules),
    ...attributeGates(prose, rules),
    ...branchGates(prose, rules),
    ...commentGates(prose, rules),
    ...bracketGates(prose, rules),
  ]);
  return gates.length === 0 ? { text, gates } : { text: without(text, gates), gates };
}

/** Comments of every dialect. Comments other than those of HTML are gates only in pairs. */
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

/**
 * WordPress shortcodes left by a conversion, also with escaped brackets. Only pairs count: a single word in brackets is
 * a link.
 */
function bracketGates(text: string, rules: PrivacyRules): Gate[] {
  if (!text.includes('/')) return [];
  const noLinks = text.replace(LINK, (link) => ' '.repeat(link.length));
  const plain = noLinks.replace(/\\([[\]])/g, ' $1').replace(/\\_/g, '__');
  const gates = shortcodeGates(plain, rules).gates.filter(({ isUnclosed }) => isUnclosed !== true);
  if (gates.length === 0) return gates;
  const samples = indentedCode(text);
  return gates.filter(({ from, to }) => to > (spanAt(samples, from)?.to ?? 0));
}

/** The ranges that tags in curly brackets hold back, as in `{members}…{/members}`. */
export function curlyGates(text: string, rules: PrivacyRules): Gate[] {
  const tags = curlyTags(text);
  return tags.length === 0 ? [] : tagGates(text, rules, tags);
}

/** Attributes that show nothing. */
const LOOKS = /(?<![\w:@-])(?:class|className|style|id|width|height|size|color)=(?:"[^"]*"|'[^']*')/g;

function tagGates(text: string, rules: PrivacyRules, tags: readonly MarkdownTag[]): Gate[] {
  const gates: Gate[] = [];
  const open = new OpenTags();
  const comments = commentSpans(text);
  const samples = tags.some(({ dialect }) => dialect === 'program') ? indentedCode(text) : [];
  for (const tag of tags) {
    if (tag.does !== 'close') {
      const verdict = tagVerdict(tag.dialect, tag.name, tag.attributes, rules);
      if (tag.does === 'open') open.add({ tag, verdict });
      else if (verdict !== undefined && /["'`{]/.test(tag.attributes.replace(LOOKS, '')))
        gates.push({ from: tag.from, to: tag.to, kind: kindOf(tag), ...verdict });
      if (ALTERNATIVE.test(tag.name)) noteAlternative(tag, open, rules);
      continue;
    }
    const opener = open.close(tag);
    const span = opener && spanAt(comments, opener.tag.from);
    // A sample in a comment: no reader sees it.
    if (opener === undefined || (span !== undefined && span === spanAt(comments, tag.from))) continue;
    // Documentation of programs indents samples of them.
    if (tag.dialect === 'program' && spanAt(samples, tag.from) !== undefined) continue;
    if (opener.verdict !== undefined)
      gates.push({ from: opener.tag.from, to: tag.to, kind: kindOf(tag), ...opener.verdict });
    else if (opener.other !== undefined) gates.push({ ...opener.other, to: tag.from });
  }
  const unclosed = open
    .left()
    .find(
      ({ tag, verdict }) =>
        verdict !== undefined &&
        spanAt(comments, tag.from) === undefined &&
        looksLikeGate(text, tag, verdict),
    );
  if (unclosed?.verdict === undefined) return gates;
  const { tag, verdict } = unclosed;
  gates.push({ from: tag.from, to: text.length, kind: kindOf(tag), isUnclosed: true, ...verdict });
  return gates;
}

const ALTERNATIVE = /^(?:else|elsif|elseif|elif)$/;

/** The text after `else` is for some readers where the text before it is for all: `{% if not user %}`. */
function noteAlternative(tag: MarkdownTag, open: OpenTags, rules: PrivacyRules): void {
  const branch = open.condition(tag.dialect);
  if (branch === undefined || branch.other !== undefined) return;
  const other = branch.tag.name === 'if' ? 'unless' : 'if';
  const verdict =
    conditionVerdict(branch.tag.attributes.replaceAll('@', ''), rules, other) ??
    conditionVerdict(tag.attributes, rules);
  if (verdict !== undefined) branch.other = { from: tag.from, to: tag.to, kind: 'shortcode', ...verdict };
}

/** The tags that their engine reads. */
function tagsThatRun(text: string): readonly MarkdownTag[] {
  const tags = findMarkdownTags(text);
  const raw = text.includes('{%') ? rawSpans(text) : [];
  if (raw.length === 0) return tags;
  return tags.filter(({ from, dialect }) => {
    const span = spanAt(raw, from);
    return span === undefined || (dialect !== 'liquid' && span.kind !== 'comment');
  });
}

function kindOf({ dialect }: MarkdownTag): Gate['kind'] {
  return dialect === 'component' ? 'block' : 'shortcode';
}

/** True for a tag alone on its line whose name and attributes don't mark it as one that prints something. */
function looksLikeGate(
  text: string,
  { dialect, name, from, to, attributes }: MarkdownTag,
  verdict: TagVerdict,
): boolean {
  // `{% requireLogin %}` of Craft, from there to the end of the page.
  if (dialect === 'liquid' && /^require[sd]?$/.test(nameParts(name)[0] ?? ''))
    return isOnItsLine(text, from, to);
  if (isPrinted(nameParts(name)) || (attributes.trim() !== '' && verdict.attribute === undefined))
    return false;
  // A closing tag of its name is elsewhere in the text: `{/members} {members}`.
  if (dialect === 'curly') return true;
  // Their engines refuse a tag that encloses and is not closed: this one prints something.
  if (dialect !== 'component' && (isListed(nameParts(name)) || /^members?$/.test(name))) return false;
  if ((dialect === 'hugo' || dialect === 'liquid') && verdict.attribute !== undefined) return false;
  if (dialect === 'component' && (isHtmlElement(name) || !/[A-Z-]/.test(name))) return false;
  return isOnItsLine(text, from, to);
}

function isOnItsLine(text: string, from: number, to: number): boolean {
  const before = text.slice(text.lastIndexOf('\n', from - 1) + 1, from);
  return before.trim() === '' && /^[ \t]*(?:\n|$)/.test(text.slice(to, to + 80));
}

/** MDX expressions whose content depends on the reader: `{user.isMember && <p>…</p>}`. */
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

/** Counts all braces: in the text of a component, quotation marks may be apostrophes that begin no string. */
function braceEnd(text: string, from: number): number | undefined {
  let depth = 0;
  for (let at = from; at < text.length; at++) {
    if (text[at] === '{') depth += 1;
    else if (text[at] === '}') depth -= 1;
    if (depth === 0) return at + 1;
  }
  return undefined;
}

/** A tag whose end hasn't been found yet. */
interface OpenTag {
  readonly tag: MarkdownTag;
  readonly verdict: TagVerdict | undefined;
  /** The alternative of a condition that visitors without an account meet. */
  other?: Gate;
}

/** Open tags by name: finding what a tag closes takes equally long however many are open. */
class OpenTags {
  readonly #stacks = new Map<string, OpenTag[]>();
  readonly #left = new Set<OpenTag>();

  add(open: OpenTag): void {
    const { dialect, name, attributes } = open.tag;
    this.#left.add(open);
    this.#stack(dialect, name).push(open);
    if (attributes.startsWith('(')) this.#stack(dialect, CALL).push(open);
  }

  /** Takes out the tag that another one closes. */
  close({ dialect, name }: MarkdownTag): OpenTag | undefined {
    const stack = this.#stack(dialect, name === '' ? CALL : name);
    const open = this.#top(stack);
    if (open !== undefined) this.#left.delete(open);
    return open;
  }

  condition(dialect: Dialect): OpenTag | undefined {
    const [first, second] = ['if', 'unless'].map((name) => this.#top(this.#stack(dialect, name)));
    return first !== undefined && first.tag.from > (second?.tag.from ?? -1) ? first : second;
  }

  /** The tags without an end, in the order of the text. */
  left(): readonly OpenTag[] {
    return [...this.#left];
  }

  #top(stack: OpenTag[]): OpenTag | undefined {
    while (stack.length > 0 && !this.#left.has(stack.at(-1) as OpenTag)) stack.pop();
    return stack.at(-1);
  }

  #stack(dialect: Dialect, name: string): OpenTag[] {
    const key = `${dialect} ${name}`;
    const stack = this.#stacks.get(key) ?? [];
    this.#stacks.set(key, stack);
    return stack;
  }
}

/** Zola closes every tag that looks like a function call with a bare `{% end %}`. */
const CALL = '(';
