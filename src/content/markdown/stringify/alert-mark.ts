import type { Blockquote } from 'mdast';

/** The first line of an alert, in its quote. Text follows in the same paragraph; any other block is set apart. */
export function alertMark({ data, children }: Blockquote): string {
  if (data?.alert === undefined) return '';
  return `[!${data.alert}]\n${children[0]?.type === 'paragraph' ? '' : '\n'}`;
}
