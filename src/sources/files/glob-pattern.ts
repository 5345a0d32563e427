/** A pattern for paths: `*` and `?` stay within a folder, `**` does not, and `{a,b}` is a choice. */
export function globToPattern(glob: string): RegExp {
  return new RegExp(`^${sourceOf(glob, /(\*\*|\*|\?|\{[^{}]*\})/)}$`);
}

/** The same as JavaScript tools read it: `**` with a slash also stands for no folder, and `[^_]` is a set. */
function fileGlob(glob: string): RegExp {
  const plain = glob.replace(/^\.?\//, '').replace(/(?:\*\*\/)+/g, '**/');
  return new RegExp(`^${sourceOf(plain, /(\*\*\/|\*\*|\*|\?|\{[^{}]*\}|\[[^\]]+\])/)}$`);
}

function sourceOf(glob: string, marks: RegExp): string {
  const parts = glob.split(marks).map((part, index) => {
    if (index % 2 === 0) return part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
    if (part === '**/') return '(?:.*/)?';
    if (part === '**') return '.*';
    if (part === '*') return '[^/]*';
    if (part === '?') return '[^/]';
    if (part.startsWith('['))
      return `[${part
        .slice(1, -1)
        .replace(/^!/, '^')
        .replace(/[\\[\]]/g, '\\$&')}]`;
    const choices = part.slice(1, -1).split(',');
    return `(?:${choices.map((choice) => sourceOf(choice, marks)).join('|')})`;
  });
  return parts.join('');
}

/** Whether a path matches one of the globs of a configuration; what isn't a text is ignored. */
export function matchesAny(path: string, globs: unknown): boolean {
  return [globs].flat().some((glob) => typeof glob === 'string' && fileGlob(glob).test(path));
}
