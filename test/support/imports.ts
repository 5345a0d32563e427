import { readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';

/** One import or re-export of a source file. */
export interface Import {
  /** Path below `src/`, with forward slashes. */
  readonly file: string;
  /** As written: `../core/errors.js`, `node:fs`, `yaml`. */
  readonly target: string;
  /** `import type`: gone after compilation. `import { type A }` is not, so it does not count. */
  readonly typeOnly: boolean;
}

const STATEMENT = /^\s*(?:import|export)\s+(type\s+)?(?:[\w$*{},\s]+?\s+from\s+)?['"]([^'"\n]+)['"]/gm;
const DYNAMIC = /\bimport\(\s*['"]([^'"\n]+)['"]/g;

/** Every import statement, re-export and dynamic import with a literal address. */
export function importsOf(file: string, text: string): readonly Import[] {
  const found = [...text.matchAll(STATEMENT)].map(([, type, target = '']) => ({
    file,
    target,
    typeOnly: type !== undefined,
  }));
  const dynamic = [...text.matchAll(DYNAMIC)].map(([, target = '']) => ({ file, target, typeOnly: false }));
  return [...found, ...dynamic];
}

/** The path below `src/` that a relative import means; undefined for packages and Node's own modules. */
export function localTarget({ file, target }: Import): string | undefined {
  return target.startsWith('.') ? posix.join(posix.dirname(file), target) : undefined;
}

/** A source file. */
export interface SourceFile {
  readonly file: string;
  readonly text: string;
}

/** Every TypeScript file below a folder, by path. */
export function sourceFiles(folder: string): readonly SourceFile[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => path.endsWith('.ts'))
    .sort()
    .map((file) => ({ file, text: readFileSync(`${folder}/${file}`, 'utf8') }));
}
