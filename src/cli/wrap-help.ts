import { Help } from 'commander';

/** Minimum width in which descriptions are wrapped, so that they are also in a narrow terminal. */
export const MIN_WRAP = 20;

const help = Object.assign(new Help(), { minWidthToWrap: MIN_WRAP });

/**
 * Wraps the explanations below a help text. Commands stay whole, so that they can be copied.
 * @param width columns of the terminal; undefined when the output goes elsewhere
 */
export function wrapHelp(text: string, width: number | undefined): string {
  if (width === undefined) return text;
  return text.replace(/^( {6})?(\S.*)$/gm, (_, indent: string | undefined, line: string) =>
    help
      .boxWrap(line, width - (indent?.length ?? 0))
      .split('\n')
      .map((part) => `${indent ?? ''}${part}`)
      .join('\n'),
  );
}
