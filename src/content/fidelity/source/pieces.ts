import { decodeHTML } from 'entities';
import { lastSegment } from '../../../core/paths.js';
import type { Piece } from '../visible-page.js';

/** The address of a Markdown link, which isn't shown. */
const LINK_TARGET = /\]\([^()\s]*(?:\([^()\s]*\)[^()\s]*)*\)/g;

/** A parameter of a shortcode, or a property of a component; without a name where its position defines it. */
export type Parameter = readonly [name: string | undefined, value: string];

const TEXT_NAMES =
  /(?:^|[-_])(?:title|subtitle|label|text|caption|heading|headline|content|description|desc|summary|header|footer|message|msg|quote|cite|citation|author|question|answer|alt|name|note|body|intro|lead|tooltip|value)$/i;

/** Camel case: `buttonText`. */
const TEXT_ENDS =
  /[a-z](?:Title|Label|Text|Caption|Heading|Content|Description|Summary|Message|Quote|Question|Answer|Note)$/;

const OTHER_NAMES =
  /(?:^|[-_:])(?:class|classname|id|ids|style|styles|src|srcset|sizes|href|url|link|target|rel|width|height|size|color|colour|icon|lang|language|type|variant|align|layout|theme|format|ref|key|slug|path|file|filename|date|attributes?|data|options?|settings?|position|effect|animation|family|alignment|anchor|template|columns?|order|orderby|viewbox|d|fill|stroke|points)$|^(?:on|client:|v-|:|@|#|x-|data-|aria-(?!label))/i;

const WORD = /^[("'«“‘¿¡]*\p{L}[\p{L}\p{M}\p{N}'’-]*[)"'»”’.,:;!?…]*$/u;

/** Collects the pieces of a source text while its syntax is removed. */
export class PieceList {
  readonly pieces: Piece[] = [];

  /** Text inside a construct. */
  add(construct: string, text: string): void {
    if (/[\p{L}\p{N}]/u.test(text)) this.pieces.push([construct, text]);
  }

  /**
   * A construct that shows texts of its parameters, or something that only the program of the site knows.
   * @param hasContent text of its own follows, which is counted by itself
   */
  construct(name: string, parameters: readonly Parameter[], hasContent = false): void {
    const values = visibleValues(parameters);
    for (const value of values) {
      const text = value.includes('&') ? decodeHTML(value) : value;
      this.add(name, text.replace(LINK_TARGET, ']'));
    }
    if (values.length === 0 && !hasContent) this.pieces.push([name, '', traceOf(parameters)]);
  }

  /** An expression whose value only the program of the site knows. */
  unknown(start: string, expression: string, end: string): void {
    const code = expression.replace(/\s+/g, ' ').trim();
    this.pieces.push([`${start}${code.slice(0, NAME_LENGTH)}${end}`, '', code]);
  }
}

/** The length of an expression that identifies it. */
const NAME_LENGTH = 40;

const ARGUMENT =
  /(?:([\w:@.#-]+)\s*=\s*)?(?:"((?:\\.|[^"\\])*)"|'((?:\\.|[^'\\])*)'|`([^`]*)`|(https?:\/\/[^\s"'`]+|[^\s"'`=]+))/g;

/** A text in quotation marks without its escapes; a line break is a space. */
export function unescaped(text: string | undefined): string | undefined {
  return text?.replace(/\\(.)/g, (_, sign: string) => (sign === 'n' ? ' ' : sign));
}

/** Parameters of shortcodes and tags: `"quoted"`, `name="quoted"`, `name=bare`, `bare`. */
export function parseParameters(text: string): readonly Parameter[] {
  return [...text.matchAll(ARGUMENT)].map(([, name, double, single, raw, bare]) => [
    name,
    unescaped(double ?? single) ?? raw ?? bare ?? '',
  ]);
}

/**
 * The visible values among parameters: those whose name means text, and of other names what reads like
 * words in a row. Addresses, class names and numbers don't count.
 */
export function visibleValues(parameters: readonly Parameter[]): readonly string[] {
  const isLabelled = parameters.some(([name]) => name === 'label' || name === 'title');
  return parameters
    .filter(([name, value]) => !(isLabelled && name === 'value') && isVisible(name, value))
    .map(([, value]) => value);
}

/** A value that identifies the construct in a twin that shows something else in its place. */
function traceOf(parameters: readonly Parameter[]): string {
  const values = parameters.filter(
    ([name]) => name === undefined || !/^(?:class|style|width|height)$/i.test(name),
  );
  const longest = values.map(([, value]) => lastSegment(value.trim())).sort((a, b) => b.length - a.length)[0];
  return longest ?? '';
}

function isVisible(name: string | undefined, value: string): boolean {
  const text = value.trim();
  if (/^(?:true|false|yes|no|on|off|none)$/i.test(text)) return false;
  if (text === '' || /^(?:https?:|\/|\.{1,2}\/|#|data:)\S*$/i.test(text)) return false;
  // A name in lower case identifies something: `<Icon name="star" />`.
  if (name === 'name' && /^[\x00-\x40\x5b-\x7f]*$/.test(text) && !/\s/.test(text)) return false;
  if (name !== undefined && (TEXT_NAMES.test(name) || TEXT_ENDS.test(name))) return /\p{L}/u.test(text);
  if (name !== undefined && OTHER_NAMES.test(name)) return false;
  return isProse(text);
}

/** Two words and more, nearly all of them made of letters. */
function isProse(text: string): boolean {
  if (/[{}=<>;|\\]/.test(text)) return false;
  const parts = text.split(/\s+/);
  if (parts.length < 2) return /[\u2e80-\uffdc]/.test(text);
  // Names of classes: `mt-auto max-w-lg`.
  if (parts.every((part) => /^[a-z]\w*-[a-z0-9-]+$/.test(part))) return false;
  return parts.filter((part) => WORD.test(part)).length * 3 >= parts.length * 2;
}
