// Installs what the tests of `oracles` run against, or says what is missing: generators and checkers from npm,
// and, for root on Debian, a browser, web servers and small tools. Run by `npm run test:all` and `.ci/run`.
import { spawnSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';

/** Debian packages by the program that each brings. */
const PACKAGES = {
  chromium: 'chromium',
  nginx: 'nginx',
  caddy: 'caddy',
  apache2: 'apache2',
  jq: 'jq',
  openssl: 'openssl',
  rsync: 'rsync',
  script: 'bsdutils',
};
/** Debian's documentation that tests read, by a folder of each package. */
const DOCUMENTATION = {
  'git-doc': 'git-doc',
  'postgresql-doc-15': 'postgresql-doc-15/html',
  'rust-doc': 'rust-doc/html/reference',
  'libglib2.0-doc': 'libglib2.0-doc/gio',
  'apache2-doc': 'apache2-doc/manual/en',
};
const FOLDERS = [...(process.env.PATH ?? '').split(':'), '/usr/sbin', '/usr/local/sbin'];
/** Debian asks this program before a package starts a service. */
const POLICY = '/usr/sbin/policy-rc.d';

const missing = [];
// Not `npm ci`: it refuses a lockfile without the packages of other platforms.
// A package that Astro brings asks for a newer Node.js, and isn't used by a build.
npmInstall('test/generators', ['--no-save', '--no-engine-strict']);
// One checker needs a newer Node.js, which is installed beside it.
npmInstall('test/checkers', ['--no-save', '--no-package-lock', '--no-engine-strict']);
installPackages(missingPackages());
missing.push(...missingPackages().map((name) => `apt-get install ${name}`));
for (const one of missing) console.log(`missing for the tests of \`oracles\`: ${one}`);
process.exitCode = missing.length === 0 ? 0 : 1;

function npmInstall(folder, options) {
  const args = ['install', '--silent', ...options, '--prefix', folder];
  if (spawnSync('npm', args, { stdio: 'inherit' }).status !== 0) missing.push(`npm ${args.join(' ')}`);
}

function isInstalled(program) {
  return FOLDERS.some((folder) => existsSync(`${folder}/${program}`));
}

function missingPackages() {
  const programs = Object.keys(PACKAGES).filter((program) => !isInstalled(program));
  const documents = Object.keys(DOCUMENTATION).filter(
    (name) => !existsSync(`/usr/share/doc/${DOCUMENTATION[name]}`),
  );
  return [...programs.map((program) => PACKAGES[program]), ...documents];
}

function installPackages(names) {
  if (names.length === 0 || process.getuid?.() !== 0 || !isInstalled('apt-get')) return;
  // The tests start the servers themselves.
  if (!existsSync(POLICY)) writeFileSync(POLICY, '#!/bin/sh\nexit 101\n', { mode: 0o755 });
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  spawnSync('apt-get', ['update', '-qq'], { stdio: 'inherit', env });
  spawnSync('apt-get', ['install', '-y', '-qq', '--no-remove', ...names], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env,
  });
}
