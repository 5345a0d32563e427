/** A pattern for paths: `*` and `?` stay within a folder, `**` does not, and `{a,b}` is a choice. */
export function globToPattern(glob: string): RegExp {
  const parts = glob.split(/(\*\*|\*|\?|\{[^{}]*\})/).map((part) => {
    if (part === '**') return '.*';
    if (part === '*') return '[^/]*';
    if (part === '?') return '[^/]';
    if (/^\{.*\}$/.test(part)) return `(?:${part.slice(1, -1).split(',').map(globSource).join('|')})`;
    return part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  });
  return new RegExp(`^${parts.join('')}$`);
}

function globSource(glob: string): string {
  return globToPattern(glob).source.slice(1, -1);
}
