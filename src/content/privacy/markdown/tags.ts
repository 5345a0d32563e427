import { readShortcodeTag, SHORTCODE } from '../../syntax/hugo-shortcode.js';
import { type LiquidTag, liquidTags } from '../../syntax/liquid-tag.js';

/** The dialects in which tags enclose text in a content folder. */
export type Dialect = 'hugo' | 'liquid' | 'curly' | 'component' | 'program';

/** A tag of a template language, or of a component. */
export interface MarkdownTag {
  readonly dialect: Dialect;
  readonly name: string;
  readonly from: number;
  /** Index after the tag. */
  readonly to: number;
  readonly does: 'open' | 'close' | 'void';
  readonly attributes: string;
}

/** Stands for the attributes of `{{^guest}}`, whose text is shown where the condition isn't met. */
export const INVERTED = '^';
/** `{members}`, `{{#if @member}}`, `{{^guest}}`, `{:else}`; of templates for Handlebars, Svelte, Smarty and extensions of a CMS. */
const CURLY = /\{\{?[ \t]*(?:(?:(\/)|[#:^])[ \t]*)?([\p{L}_][\p{L}\p{N}_:-]*)([^{}\n]{0,500})\}\}?/gu;
const CURLY_END = /\{\{?[ \t]*\/[ \t]*([\p{L}_][\p{L}\p{N}_:-]*)[ \t]*\}/gu;
const COMPONENT =
  /<(\/)?([\p{L}][\p{L}\w.:-]*)((?:\s(?:"[^"]*"|'[^']*'|\{(?:[^{}]|\{[^{}]*\})*\}|[^<>"'{])*)?|\/)>/gu;

/** All tags of a text in their order. */
export function findMarkdownTags(text: string): MarkdownTag[] {
  const tags = [
    ...(text.includes('{{') ? hugoTags(text) : []),
    ...(text.includes('{%') ? liquidTags(text).map(ofLiquid) : []),
    ...curlyTags(text),
    ...programTags(text),
    ...(/<[/\p{Lu}]|\/>/u.test(text) ? tagsOf(text, 'component', COMPONENT) : []),
  ];
  return tags.sort((a, b) => a.from - b.from);
}

function hugoTags(text: string): MarkdownTag[] {
  return [...text.matchAll(SHORTCODE)].flatMap((match) => {
    const { name, escaped, isClosing, isVoid, rest } = readShortcodeTag(match);
    if (escaped !== undefined) return [];
    const does = isClosing ? 'close' : isVoid ? 'void' : 'open';
    const to = match.index + match[0].length;
    return [{ dialect: 'hugo' as const, name, from: match.index, to, does, attributes: rest }];
  });
}

/** Words in curly brackets that enclose something: without an end they are text or a value. */
export function curlyTags(text: string): readonly MarkdownTag[] {
  if (!/\{[ \t]*\//.test(text)) return [];
  const closed = new Set([...text.matchAll(CURLY_END)].map(([, name]) => name));
  return tagsOf(text, 'curly', CURLY).filter(({ name }) => closed.has(name) || name === 'else');
}

function ofLiquid({ name, rest, isClosing, start, end }: LiquidTag): MarkdownTag {
  return {
    dialect: 'liquid',
    name,
    from: start,
    to: end,
    does: isClosing ? 'close' : 'open',
    attributes: rest,
  };
}

function tagsOf(text: string, dialect: 'curly' | 'component', pattern: RegExp): MarkdownTag[] {
  return [...text.matchAll(pattern)].map(
    ({ 0: whole, index: from, 1: slash, 2: name = '', 3: written = '' }) => {
      const isVoid = written.trimEnd().endsWith('/');
      const isInverted = dialect === 'curly' && /^\{\{?[ \t]*\^/.test(whole);
      return {
        dialect,
        name,
        from,
        to: from + whole.length,
        does: slash !== undefined ? 'close' : isVoid ? 'void' : 'open',
        attributes: isInverted ? INVERTED : written,
      };
    },
  );
}

/** Code of ERB, EJS and PHP. A tag has no other one in it, so that one without an end isn't read again and again. */
const CODE =
  /<%(?![%#])[-_=]?((?:[^%<]|%(?!>)|<(?!%)){0,2000})%>|<\?(?:php\b|(?=\s))((?:[^?<]|\?(?!>)|<(?!\?)){0,2000})\?>/g;
/** Actions of Go; without an `end` they are values of other templates. */
const [ACTION, ACTION_END] = [
  /\{\{-?\s*((?:if|with|range|else|end|block|define)\b[^{}\n]{0,500}?)\s*-?\}\}/g,
  /\{\{-?\s*end\s*-?\}\}/,
];
/** Directives of Blade; those without an `@end` enclose nothing. */
const [DIRECTIVE, DIRECTIVE_END] = [
  /(?<![\w@.])@(\w+)(?:[ \t]*\(((?:[^()\n]|\([^()\n]{0,200}\)){0,300})\))?/g,
  /(?<![\w@.])@end(\w+)/g,
];

/** The tags by which programs show text: of ERB, EJS and PHP (`<% if user %>`), Go (`{{ if .User }}`) and Blade (`@auth`). */
function programTags(text: string): readonly MarkdownTag[] {
  const tags: MarkdownTag[] = [];
  const add = (pattern: RegExp) => {
    for (const { 0: whole, 1: first, 2: second, index: from } of text.matchAll(pattern)) {
      const read = readStatement((first ?? second ?? '').trim());
      if (read !== undefined) tags.push({ dialect: 'program', from, to: from + whole.length, ...read });
    }
  };
  if (/<[%?]/.test(text)) add(CODE);
  if (ACTION_END.test(text)) add(ACTION);
  if (text.includes('@end')) tags.push(...directives(text));
  return tags;
}

type Statement = Pick<MarkdownTag, 'name' | 'does' | 'attributes'>;

/** What ends a statement doesn't name it, so all that open one are kept as calls: `(user)`. */
const opening = (name: string, condition: string): Statement => ({
  name,
  does: 'open',
  attributes: `(${plain(condition)})`,
});
const CLOSING: Statement = { name: '', does: 'close', attributes: '' };

/** Branches: `else`, `elsif x`, `elseif (x):`, `} else if (x) {`. */
const OTHER = /^(?:\}\s*)?(?:(els(?:e\s*)?if)\b|else\b)/;
/** Statements of Go and Ruby that an `end` closes, and the ends of those that a brace or a colon opens. */
const [ENCLOSES, OPENS] = [/^(?:with|range|block|define|case|begin)\b/, /[{:]$|\bdo(?:\s*\|[^|]*\|)?$/];

function readStatement(code: string): Statement | undefined {
  const other = OTHER.exec(code);
  if (other !== null) {
    const [found, elseIf] = other;
    const name = elseIf === undefined ? 'else' : 'elsif';
    return { name, does: 'open', attributes: plain(code.slice(found.length)).replace(/^\(+/, '') };
  }
  if (/^(?:end|\})/.test(code)) return CLOSING;
  const [word = '', subject = ''] = /^\w+([.\w]*)/.exec(code) ?? [];
  // PHP's `if (x) exit;` and `if (x) { exit; }` enclose nothing behind their tag.
  if (/^(?:if|unless)$/.test(word))
    return /[;}]$/.test(code) ? undefined : opening(word, code.slice(word.length));
  if (!ENCLOSES.test(code) && !OPENS.test(code)) return undefined;
  // `members_only do`, but not `users.each do |user|`.
  const isLoop = ENCLOSES.test(code) || subject !== '' || /^(?:for|foreach|while|switch)$/.test(word);
  return opening(isLoop ? 'for' : 'if', isLoop ? '' : word);
}

function directives(text: string): readonly MarkdownTag[] {
  const closed = new Set([...text.matchAll(DIRECTIVE_END)].map(([, name]) => name));
  return [...text.matchAll(DIRECTIVE)].flatMap(({ 0: whole, 1: name = '', 2: args = '', index: from }) => {
    const read = readDirective(name, args, closed);
    return read === undefined
      ? []
      : [{ dialect: 'program' as const, from, to: from + whole.length, ...read }];
  });
}

function readDirective(
  name: string,
  args: string,
  closed: ReadonlySet<string | undefined>,
): Statement | undefined {
  if (name.startsWith('end')) return closed.has(name.slice(3)) ? CLOSING : undefined;
  if (/^else/.test(name)) return readStatement(`${name} ${args}`);
  if (!closed.has(name)) return undefined;
  if (/^(?:if|unless)$/.test(name)) return opening(name, args);
  // The first of a list decides, unless the public environment is in it.
  if (name === 'env')
    return opening('if', `environment(${/['"]prod\w*['"]/.exec(args) ?? /['"][\w-]+['"]/.exec(args) ?? ''})`);
  if (/^can(?:any|not)?$/.test(name)) return opening(name === 'cannot' ? 'unless' : 'if', 'permission');
  // `hasrole`, `hasanyrole`.
  return opening('if', name.replace(/^(?:is|has)(?:any|all)?/, '$&_'));
}

/** A condition as other templates write it: `$user->isMember()` is `user.isMember`. */
function plain(condition: string): string {
  return condition
    .trim()
    .replace(/(?:\bthen|[{:])$/, '')
    .replace(/\(\s*\)|[$@]/g, '')
    .replace(/->|::|&\./g, '.')
    .replace(/\benvironment\((['"][\w-]{1,40}['"])\)/g, 'environment == $1')
    .replace(/\?(?=[\s)]|$)/g, '')
    .replace(/^\.|(?<=\s)\./g, '')
    .trim();
}
