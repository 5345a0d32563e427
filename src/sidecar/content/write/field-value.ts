/** A date written without quotes. */
export interface PlainText {
  readonly plain: string;
}

/** An item of a list: a text, or named texts. */
export type ListItem = string | Readonly<Record<string, string>>;

/** The new value of a front matter key. */
export type FieldValue = string | number | boolean | PlainText | readonly ListItem[];

export function isList(value: unknown): value is readonly ListItem[] {
  return Array.isArray(value);
}

export function isPlainText(value: unknown): value is PlainText {
  return typeof value === 'object' && value !== null && 'plain' in value;
}

/** Front matter in which a key can't be changed without touching others. */
export class UneditableError extends Error {
  override readonly name = 'UneditableError';
}

/** Returns the end of the line at a position, after its line break. */
export function lineEnd(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  return end === -1 ? text.length : end + 1;
}

/** Returns the start of the line at a position. */
export function lineStart(text: string, from: number): number {
  return text.lastIndexOf('\n', from - 1) + 1;
}
