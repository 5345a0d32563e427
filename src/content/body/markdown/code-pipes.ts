const DELIMITER = /^[ \t>]*\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$/;
const FENCE = /^[ \t>]*(`{3,}|~{3,})/;
const CODE = /(`+)(?!`)(.*?[^`])\1(?!`)/g;
/** Limits the work on a line made to be slow. */
const MAX_LINE = 2000;

/**
 * Escapes the bars in code of table rows that otherwise have more cells than their table, which loses the last ones: for
 * Python-Markdown, a bar in code divides nothing.
 * @param text Markdown with `\n` line ends
 */
export function escapeCodePipes(text: string): string {
  if (!/-:?[ \t]*\|/.test(text) || !/`[^`\n]*\|/.test(text)) return text;
  const lines = text.split('\n');
  let fence: string | undefined;
  let cells = 0;
  for (const [at, line] of lines.entries()) {
    const mark = FENCE.exec(line)?.[1];
    if (mark !== undefined && (fence === undefined || mark.startsWith(fence)))
      fence = fence === undefined ? mark : undefined;
    if (fence !== undefined || !line.includes('|') || line.length > MAX_LINE) cells = 0;
    else if (DELIMITER.test(line) && lines[at - 1]?.includes('|')) cells = cellsOf(line);
    else if (cells > 0 && cellsOf(line) > cells) {
      const escaped = line.replace(CODE, (code) => code.replace(/(?<!\\)\|/g, '\\|'));
      if (cellsOf(escaped) === cells) lines[at] = escaped;
    }
  }
  return lines.join('\n');
}

function cellsOf(line: string): number {
  const inner = line.replace(/^[ \t>]*\|/, '').replace(/(?<!\\)\|[ \t]*$/, '');
  return (inner.match(/(?<!\\)\|/g)?.length ?? 0) + 1;
}
