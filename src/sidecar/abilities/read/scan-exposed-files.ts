/** The ability that looks for files which the site should not show. */

import { statSync } from 'node:fs';
import { join } from 'node:path';
import { isPublicAddress, readAddress } from '../../../core/net/address.js';
import { isParsableUrl } from '../../../core/parsable-url.js';
import type { Ability } from '../ability.js';
import { inputOf, listOf, oneOf, outputOf, recordOf, textOf } from '../schema.js';

/** Whether visitors can see what only the makers of a site should. */
interface DebugPosture {
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
 * @param roots absolute paths of the public folders
 */
export function debugPosture(roots: readonly string[], environment: string): DebugPosture {
  const logs = [...new Set(roots.flatMap((root) => LOGS.filter((name) => isFile(join(root, name)))))];
  if (logs.length === 0) {
    return passed('Error responses have no details, and there are no logs among the files of the site.');
  }
  const found = `Among the files of the site: ${logs.join(', ')}.`;
  if (environment !== 'production') return passed(`${found} The site isn't in production (${environment}).`);
  const message = `${found} Anyone can read error messages, often with paths, addresses and secrets.`;
  const fix = 'Remove the logs from the published folder, and configure programs to write them elsewhere.';
  return { state: 'fail', message, fix, fixUrl: '' };
}

function passed(message: string): DebugPosture {
  return { state: 'pass', message, fix: '', fixUrl: '' };
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
}

/** What `NODE_ENV` may say of a site; anything else says nothing. */
const DECLARED = ['production', 'staging', 'development', 'local'];
/** Names that no site on the web has. `.dev` is one of the web's. */
const LOCAL_NAMES = /(?:^localhost|\.(?:test|localhost|local|example|invalid|ddev\.site|lndo\.site))$/;

/**
 * Where a site runs: as declared, else `local` for an address that is unreachable from outside, else `production`.
 * @param declared of `NODE_ENV`
 */
export function environmentOf(siteUrl: string, declared: string | undefined): string {
  if (declared !== undefined && DECLARED.includes(declared)) return declared;
  const host = isParsableUrl(siteUrl) ? new URL(siteUrl).hostname.replace(/^\[|\]$/g, '') : '';
  if (readAddress(host) !== undefined) return isPublicAddress(host) ? 'production' : 'local';
  return LOCAL_NAMES.test(host.toLowerCase().replace(/\.$/, '')) ? 'local' : 'production';
}

/** Paths of files that a static site or its former CMS may have left publicly accessible. */
export const EXPOSED_PATHS: readonly string[] = [
  // Of a CMS and of its server; hosts that a site has moved to often still carry them.
  '/wp-config.php.bak',
  '/wp-config.php.save',
  '/wp-config.php.old',
  '/wp-config.php~',
  '/wp-config.txt',
  '/.env',
  '/.env.bak',
  '/.git/config',
  '/.svn/entries',
  '/.aws/credentials',
  '/id_rsa',
  '/private-key',
  '/privatekey.key',
  '/server.key',
  '/firebase-adminsdk.json',
  '/terraform.tfstate',
  '/backup.sql',
  '/database.sql',
  '/dump.sql',
  '/backup.zip',
  '/.htpasswd',
  '/wp-content/debug.log',
  '/error_log',
  '/composer.lock',
  '/package-lock.json',
  // Exports that a site was built from.
  '/export.xml',
  '/wordpress.xml',
  '/ghost-export.json',
  // Configuration, sources and data of the generator.
  '/svc.config.ts',
  '/svc.config.json',
  '/svc.settings.json',
  '/content/',
  '/node_modules/.package-lock.json',
  '/.svc/svc.db',
  '/svc.db',
  '/data/svc.sqlite',
  '/package.json',
  '/.npmrc',
  '/pnpm-lock.yaml',
  '/yarn.lock',
  '/Dockerfile',
  '/docker-compose.yml',
  '/.DS_Store',
];

/** Folders in which a bare file name of the owner is looked for. */
const FOLDERS = ['/', '/assets/', '/uploads/'];
const MAX_LENGTH = 300;

/**
 * The paths to look at: those that are always worth a look, then the owner's.
 * @param paths beginning with a slash or not; addresses count with their path
 * @param extras of the owner; one without a slash is a file name
 * @returns each once, the first place counts
 */
export function probePaths(paths: readonly string[], extras: readonly string[]): readonly string[] {
  const own = extras.flatMap((extra) =>
    extra.includes('/') ? [extra] : FOLDERS.map((folder) => folder + extra),
  );
  return [...new Set([...paths, ...own].flatMap((path) => normalise(path) ?? []))];
}

/** Undefined for a path that names nothing. */
function normalise(given: string): string | undefined {
  const path = given
    .trim()
    .replace(/^[a-z][a-z0-9+.-]*:\/\/[^/]*/i, '')
    .replace(/^\/+/, '')
    .slice(0, MAX_LENGTH - 1);
  return path === '' ? undefined : `/${path}`;
}

/** Paths to check for files that should not be public. */
export const scanExposedFiles: Ability = {
  slug: 'scan-exposed-files',
  label: 'Exposed files to look for',
  description:
    'Returns the paths at which sites often expose configuration, keys, backups and logs, with the paths that ' +
    'the owner added, and whether there are logs among the published files. It fetches nothing. To check a ' +
    "path, request it without credentials, and also a path that can't exist: the file is exposed if the " +
    "response is a success, isn't an HTML page, and differs from that of the impossible path.",
  tier: 'read',
  input: inputOf(),
  output: outputOf({
    probePaths: listOf(textOf(), 'Paths below the address of the site.'),
    debugConfig: recordOf({
      state: oneOf(['pass', 'warn', 'fail']),
      message: textOf(),
      fix: textOf('Empty if the check passes.'),
      fixUrl: textOf(),
    }),
    environment: textOf('production, local, or the value that the server declares.'),
  }),
  async run(_, { services }) {
    const { site, hooks } = services;
    const { ctx } = await site.documents();
    const environment = environmentOf(ctx.site.baseUrl, process.env['NODE_ENV']);
    const live = site.content();
    const paths = await hooks.apply('svc_exposed_paths', [...EXPOSED_PATHS]);
    return {
      probePaths: probePaths(paths, ctx.settings.exposed_extra_paths),
      debugConfig: debugPosture(live === undefined ? [] : [live.out, ...live.own], environment),
      environment,
    };
  },
};
