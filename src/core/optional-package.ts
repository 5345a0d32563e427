import { readFileSync } from 'node:fs';
import { SvcError } from './errors.js';
import { PROGRAM } from './files.js';

/**
 * Loads a package that isn't installed with the program, since few sites need it.
 * @param load imports it
 * @param name of the package, as `peerDependencies` of package.json has it
 * @param feature that needs it, for the message
 * @throws SvcError `SVC_PACKAGE_MISSING` when it isn't installed, and the errors of the package
 */
export async function importOptional<T>(load: () => Promise<T>, name: string, feature: string): Promise<T> {
  try {
    return await load();
  } catch (cause) {
    if (!isMissing(cause, name)) throw cause;
    const message = `${feature} needs the package "${name}", which isn't installed`;
    throw new SvcError('SVC_PACKAGE_MISSING', message, { fix: `Run "${installCommand([name])}".`, cause });
  }
}

/** The command that installs optional packages in versions that this program works with. */
export function installCommand(names: readonly string[]): string {
  const manifest = JSON.parse(readFileSync(new URL('package.json', PROGRAM), 'utf8')) as {
    readonly peerDependencies: Readonly<Record<string, string>>;
  };
  const wanted = names.map((name) => {
    const version = /^\D*(0\.\d+|\d+)/.exec(manifest.peerDependencies[name] ?? '')?.[1];
    return version === undefined ? name : `${name}@${version}`;
  });
  return `npm install ${wanted.join(' ')}`;
}

/** True where the package itself is missing, and not something that it imports. */
function isMissing(error: unknown, name: string): boolean {
  const { code, message } = error as { readonly code?: unknown; readonly message?: unknown };
  const isUnresolved = code === 'ERR_MODULE_NOT_FOUND' || code === 'MODULE_NOT_FOUND';
  return isUnresolved && String(message).startsWith(`Cannot find package '${name}'`);
}
