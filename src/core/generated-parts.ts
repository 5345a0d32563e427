import { readFileSync } from 'node:fs';
import { PROGRAM } from './files.js';

const PART = /(<!-- generated: ([\w-]+) -->(\n*))[\s\S]*?(<!-- \/generated -->)/g;

/**
 * A page of `docs/` with new generated parts: the texts between `<!-- generated: name -->` and `<!-- /generated -->`.
 * @param page path below `docs/`
 * @param parts texts by the names of the parts
 * @throws Error when the page and the parts have different names
 */
export function withGeneratedParts(page: string, parts: Readonly<Record<string, string>>): string {
  const left = new Set(Object.keys(parts));
  const text = readFileSync(new URL(`docs/${page}`, PROGRAM), 'utf8').replace(
    PART,
    (_, start: string, name: string, gap: string, end: string) => {
      if (!left.delete(name))
        throw new Error(`docs/${page} has a part "${name}", which isn't generated once`);
      return start + (parts[name] ?? '').trim() + gap + end;
    },
  );
  if (left.size > 0) throw new Error(`docs/${page} lacks the parts ${[...left].join(', ')}`);
  return text;
}
