/**
 * A text whose lines with a mark are lists.
 * @param item what such a line looks like, with its text as the first group
 */
export function withLists(text: string, item: RegExp, tag: 'ul' | 'ol'): string {
  const lines: string[] = [];
  for (const line of text.replace(/<br\s*\/?>$/gm, '').split('\n')) {
    const [, words] = item.exec(line) ?? [];
    const last = lines.at(-1) ?? '';
    if (words === undefined) lines.push(line);
    else if (last.startsWith(`<${tag}>`))
      lines.push(`${lines.pop()?.slice(0, -5)}<li>${words}</li></${tag}>`);
    else lines.push(`<${tag}><li>${words}</li></${tag}>`);
  }
  return lines.join('\n');
}
