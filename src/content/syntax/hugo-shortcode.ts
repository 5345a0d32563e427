import type { TextRange } from '../../core/text.js';

/** The syntax of Hugo's shortcodes: `{{< name "value" key="value" >}}`, `{{% name %}}`, `{{< /name >}}`, `{{< name />}}`. */

/**
 * A shortcode in all its forms: escaped text, slash of a closing tag, name, arguments. A tag has no other one in it,
 * so that a tag without an end isn't read again and again.
 */
export const SHORTCODE =
  /\{\{(?:<|%)(?:\/\*((?:[^{]|\{(?!\{[<%])){0,5000}?)\*\/|\s*(\/)?\s*([\p{L}\w./-]+)((?:"(?:\\.|[^"\\])*"|`[^`]*`|[^"`>%{]|[>%](?!\}\})|\{(?!\{[<%])){0,2000}))(?:>|%)\}\}/gu;

/** A tag of a shortcode. */
export interface ShortcodeTag {
  readonly name: string;
  /** The text in the comment of a tag that Hugo shows instead of running it; undefined for all others. */
  readonly escaped: string | undefined;
  readonly isClosing: boolean;
  /** Closes itself: `{{< name />}}`. */
  readonly isVoid: boolean;
  /** Written with `%`: what the shortcode prints is Markdown. */
  readonly isMarkdown: boolean;
  /** The text of the arguments, without the slash of a tag that closes itself. */
  readonly rest: string;
}

/** Reads what `SHORTCODE` found. */
export function readShortcodeTag([found, escaped, slash, name = '', rest = '']: readonly (
  | string
  | undefined
)[]): ShortcodeTag {
  return {
    name,
    escaped,
    isClosing: slash !== undefined,
    isVoid: /\/\s*$/.test(rest),
    isMarkdown: found?.startsWith('{{%') === true,
    // The slash at the end of an address belongs to it.
    rest: rest.replace(/(^|[\s"`])\/\s*$/, '$1'),
  };
}

/** A shortcode with its arguments. */
export interface Shortcode {
  readonly name: string;
  readonly positional: readonly string[];
  readonly named: ReadonlyMap<string, string>;
}

/** Reads the arguments of a shortcode. */
export function parseArguments({ name, rest }: Pick<ShortcodeTag, 'name' | 'rest'>): Shortcode {
  const positional: string[] = [];
  const named = new Map<string, string>();
  const argument = /(?:([\w-]+)\s*=\s*)?(?:"((?:\\.|[^"\\])*)"|`([^`]*)`|([^\s"`]+))/g;
  for (const [, key, quoted, raw, bare] of rest.matchAll(argument)) {
    const value = quoted?.replace(/\\(.)/g, '$1') ?? raw ?? bare ?? '';
    if (key === undefined) positional.push(value);
    else named.set(key, value);
  }
  return { name, positional, named };
}

/**
 * The closing tag of an opening shortcode; undefined for an unpaired one.
 * @param from the index after the opening tag
 */
export function closingTag(text: string, name: string, from: number): TextRange | undefined {
  const tags = new RegExp(SHORTCODE);
  tags.lastIndex = from;
  let depth = 1;
  for (let match = tags.exec(text); match !== null; match = tags.exec(text)) {
    if (match[3] !== name) continue;
    const { isClosing, isVoid } = readShortcodeTag(match);
    if (isVoid && !isClosing) continue;
    depth += isClosing ? -1 : 1;
    if (depth === 0) return { start: match.index, end: tags.lastIndex };
  }
  return undefined;
}
