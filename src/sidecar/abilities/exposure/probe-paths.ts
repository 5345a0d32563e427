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
