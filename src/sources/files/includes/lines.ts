/** Lines of a text by their numbers, counted from 1. */
export function linesBetween(text: string, from: number, to: number): string {
  return text
    .split('\n')
    .slice(Math.max(0, from - 1), to)
    .join('\n');
}

/**
 * The part of a text between two marks.
 * @param isStart whether a line opens the part
 * @param isEnd whether a line closes it
 * @returns undefined where no line opens it
 */
export function partBetween(
  text: string,
  isStart: (line: string) => boolean,
  isEnd: (line: string) => boolean,
): string | undefined {
  const lines = text.split('\n');
  const start = lines.findIndex(isStart);
  if (start < 0) return undefined;
  const end = lines.findIndex((line, at) => at > start && isEnd(line));
  return lines.slice(start + 1, end < 0 ? undefined : end).join('\n');
}

/** The section of the heading in this line, with the heading, up to the next one of its level or above. */
export function sectionAt(lines: readonly string[], start: number): string {
  const depth = /^#+/.exec(lines[start] ?? '')?.[0].length ?? 1;
  const end = lines.findIndex(
    (line, at) => at > start && (/^(#{1,6})[ \t]/.exec(line)?.[1]?.length ?? 9) <= depth,
  );
  return lines.slice(start, end < 0 ? undefined : end).join('\n');
}
