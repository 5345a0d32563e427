import { statSync } from 'node:fs';
import { join } from 'node:path';

/** Whether visitors can see what only the makers of a site should. */
export interface DebugPosture {
  readonly state: 'pass' | 'warn' | 'fail';
  readonly message: string;
  /** Empty on a pass. */
  readonly fix: string;
  readonly fixUrl: string;
}

/** Names under which programs leave what went wrong. */
const LOGS = [
  'debug.log',
  'error.log',
  'error_log',
  'npm-debug.log',
  'svc.log',
  'yarn-error.log',
  'wp-content/debug.log',
];

/**
 * Judges by the folders of a site whether it shows its makers' view. Errors are answered without details whatever the
 * settings, so that only logs can give something away.
 * @param roots folders whose files everybody can fetch, absolute
 */
export function debugPosture(roots: readonly string[], environment: string): DebugPosture {
  const logs = [...new Set(roots.flatMap((root) => LOGS.filter((name) => isFile(join(root, name)))))];
  if (logs.length === 0) {
    return passed('Error responses have no details, and there are no logs among the files of the site.');
  }
  const found = `Among the files of the site: ${logs.join(', ')}.`;
  if (environment !== 'production') return passed(`${found} The site isn't in production (${environment}).`);
  return {
    state: 'fail',
    message: `${found} Anyone can read error messages, often with paths, addresses and secrets.`,
    fix: 'Remove the logs from the published folder, and configure programs to write them elsewhere.',
    fixUrl: '',
  };
}

function passed(message: string): DebugPosture {
  return { state: 'pass', message, fix: '', fixUrl: '' };
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
}
