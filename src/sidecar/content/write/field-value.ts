/** A date that is written without quotes. */
export interface PlainText {
  readonly plain: string;
}

/** An item of a list: a text, or a few texts under names. */
export type ListItem = string | Readonly<Record<string, string>>;

/** What a key of front matter is set to. */
export type FieldValue = string | number | boolean | PlainText | readonly ListItem[];

export function isList(value: unknown): value is readonly ListItem[] {
  return Array.isArray(value);
}

export function isPlainText(value: unknown): value is PlainText {
  return typeof value === 'object' && value !== null && 'plain' in value;
}

/** Front matter of a form in which a key cannot be changed without touching others. */
export class UneditableError extends Error {
  override readonly name = 'UneditableError';
}

/** The end of the line in which a position stands, behind its line break. */
export function lineEnd(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  return end === -1 ? text.length : end + 1;
}

/** The beginning of the line in which a position stands. */
export function lineStart(text: string, from: number): number {
  return text.lastIndexOf('\n', from - 1) + 1;
}
