import { readFileSync, writeFileSync } from 'node:fs';

/**
 * The block behind `<!-- example: name -->` in a page of the documentation; with UPDATE=1 it is rewritten first.
 * @param actual what it should show
 */
export function docExample(page: string, name: string, actual: string): string {
  const pattern = new RegExp(`(<!-- example: ${name} -->\\n(\`\`\`+)\\w+\\n)([^]*?)(\\2\\n)`);
  if (process.env['UPDATE'] === '1') {
    const old = readFileSync(page, 'utf8');
    writeFileSync(
      page,
      old.replace(pattern, (_all, head: string, _fence, _old, end: string) => head + actual + end),
    );
  }
  return pattern.exec(readFileSync(page, 'utf8'))?.[3] ?? `no block named ${name}`;
}
