import { shortHash } from '../../core/hash.js';
import { INDEX_FILES } from '../../site/page-file.js';

/** A name that no file has, for directives that require one. */
export const NOTHING = '/.svc-nothing';

/** A block with its lines indented. */
export function block(head: string, lines: readonly string[]): readonly string[] {
  return [`${head} {`, ...lines.map((line) => (line === '' ? '' : `    ${line}`)), '}'];
}

/** A string that is an expression, or the name of a location, or has variables of this program in it. */
export function quotedRegex(text: string): string {
  return `"${text.replace(/\\(?=["\\tnr])/g, '\\\\').replace(/"/g, '\\"')}"`;
}

/** Names of the variables and named locations of one site; nginx has them global, and two sites must not share any. */
export class NginxNames {
  readonly #prefix: string;

  constructor(baseUrl: string) {
    // Short, since nginx allows 64 characters.
    this.#prefix = `svc_${shortHash(baseUrl).slice(0, 6)}`;
  }

  /** The bare name. */
  of(name: string): string {
    return `${this.#prefix}_${name}`;
  }

  /** The value of a variable, also before a letter. */
  value(name: string): string {
    return `\${${this.of(name)}}`;
  }

  /** A string without variables: nginx has no other way to escape the dollar sign. */
  text(text: string): string {
    return quotedRegex(text).replaceAll('$', this.value('dollar'));
  }
}

/** The variables with the page of a folder; for an address without slash, those of the folder with that name. */
export function indexVariables(names: NginxNames, kind: 'index' | 'slashless' = 'index'): readonly string[] {
  return INDEX_FILES.map((file) => `$${names.of(`${kind}_${file.replace('.', '_')}`)}`);
}

/** Maps for the page of a folder. Named groups only: others would overwrite the captures of a location. */
export function indexMaps(names: NginxNames): readonly string[] {
  const folder = names.of('folder');
  return indexVariables(names).flatMap((variable, index) =>
    block(`map $uri ${variable}`, [
      `default ${NOTHING};`,
      `"~^(?<${folder}>.*)/$" "$${folder}/${INDEX_FILES[index]}";`,
    ]),
  );
}
