import type { Mark } from '../audit.js';

/** Front matter is at the start of a file. */
const MAX_LINES = 500;

/** Adds the line of its key to each mark that names one. */
export function withLines(marks: readonly Mark[], text: string): readonly Mark[] {
  if (!marks.some(({ key }) => key !== undefined)) return marks;
  const lines = text.split('\n', MAX_LINES);
  return marks.map((mark) => {
    const line = mark.key === undefined ? undefined : lineOfKey(lines, mark.key);
    return line === undefined ? mark : { ...mark, line };
  });
}

/** From 1; the last part of a path such as `params.access`. */
function lineOfKey(lines: readonly string[], path: string): number | undefined {
  const key = path.split('.').at(-1) ?? path;
  const at = lines.findIndex((line) => {
    const [, , written] = /^\s*(["']?)([^"'\s:=]+)\1\s*[:=]/.exec(line) ?? [];
    return written?.toLowerCase() === key.toLowerCase();
  });
  return at === -1 ? undefined : at + 1;
}
