import { existsSync, lstatSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { listNames } from '../../../core/files.js';
import { foldersOf } from '../../../core/paths.js';
import { decodePercent } from '../../../core/percent.js';
import { words } from '../../../core/text.js';
import type { Warnings } from '../../../core/warnings.js';
import type { Mark } from '../../audit.js';
import { readCaddyfile } from './caddy.js';
import {
  readAppYaml,
  readBucketPolicy,
  readFirebase,
  readNetlify,
  readServe,
  readStaticJson,
  readStaticWebApp,
  readVercel,
  readYamlHost,
} from './data-formats.js';
import { readEdgeProgram } from './edge-programs.js';
import { readHtaccess, readHttpd } from './htaccess.js';
import { readWebConfig } from './iis.js';
import { readLighttpd } from './lighttpd.js';
import { matchesPath } from './path-pattern.js';
import type { HostRule } from './rule.js';
import {
  readHeadersFile,
  readIgnored,
  readNginx,
  readRedirects,
  readRobotsNoindex,
  readSurgeAuth,
} from './text-formats.js';
import { readTraefik } from './traefik.js';

const MAX_BYTES = 1_000_000;
const MAX_RULES = 2000;
/** The configuration of a host is in the root of the project, of which the built site may be a folder in a folder. */
const MAX_PARENTS = 2;

type Reader = (text: string) => readonly HostRule[];

/** Files that are published with the site. */
const PUBLISHED: Readonly<Record<string, Reader>> = {
  _headers: readHeadersFile,
  _redirects: readRedirects,
  AUTH: readSurgeAuth,
  'robots.txt': readRobotsNoindex,
  '_worker.js': (text) => readEdgeProgram(text, ['/*']),
  '.assetsignore': readIgnored,
  '.surgeignore': readIgnored,
};
/** Files of the project. */
const OF_PROJECT: Readonly<Record<string, Reader>> = {
  'vercel.json': readVercel,
  'now.json': readVercel,
  'netlify.toml': readNetlify,
  'firebase.json': readFirebase,
  'staticwebapp.config.json': readStaticWebApp,
  'routes.json': readStaticWebApp,
  'serve.json': readServe,
  'static.json': readStaticJson,
  'amplify.yml': readYamlHost,
  'customHttp.yml': readYamlHost,
  'render.yaml': readYamlHost,
  'app.yaml': readAppYaml,
  Caddyfile: readCaddyfile,
  ...Object.fromEntries(
    words(`
      traefik.yml traefik.yaml dynamic.yml dynamic.yaml dynamic_conf.yml traefik_dynamic.yml traefik_dynamic.toml
      docker-compose.yml docker-compose.yaml compose.yml compose.yaml
    `).map((name) => [name, readTraefik]),
  ),
  'bucket-policy.json': readBucketPolicy,
  'bucket_policy.json': readBucketPolicy,
  'middleware.js': (text) => readEdgeProgram(text, ['/*']),
  'middleware.ts': (text) => readEdgeProgram(text, ['/*']),
};

/** Folders of a project with configurations of servers. */
const SERVER_FOLDERS = words(`
  . nginx nginx/conf.d nginx/sites-enabled nginx/sites-available nginx/snippets conf conf.d config docker docker/nginx
  deploy apache
`);
/** Programs for CloudFront. */
const EDGE_FILE = /(?:cloudfront|viewer-?request|lambda-?edge)[\w.-]*\.[cm]?[jt]s$/i;
const EDGE_FOLDERS = words('. cloudfront aws infra lambda edge');
const SERVER_FILE = /\.conf(?:\.(?:template|tmpl|tpl|j2))?$/;

/** The reader of a server's configuration, by what it contains. */
function serverReader(name: string, text: string, isAlone: boolean): Reader {
  if (/^lighttpd/.test(name)) return readLighttpd;
  const isApache =
    /^(?:httpd|apache|000-default)/.test(name) || /^\s*<(?:VirtualHost|Directory|Location)\b/m.test(text);
  return isApache ? readHttpd : (one) => readNginx(one, isAlone);
}

/** A rule and its file, for messages. */
interface PlacedRule extends HostRule {
  readonly file: string;
}

/** The built site whose host is configured. */
interface HostedSite {
  /** Absolute. */
  readonly root: string;
  /** Files of its pages. */
  readonly files: readonly string[];
  /** The path of the site on its host, without a slash at the end. */
  readonly basePath: string;
  readonly warnings: Warnings;
}

/** Finds the rules of the host for a page: by all ways to write its address, since hosts differ in them. */
export type HostMarks = (file: string, address: string) => readonly Mark[];

/**
 * Reads which pages the host's configuration keeps from search engines, or from readers without a password.
 */
export function readHostRules({ root, files, basePath, warnings }: HostedSite): HostMarks {
  const rules: PlacedRule[] = [];
  const read = (folder: string, name: string, reader: Reader): void => {
    const path = join(folder, name);
    const text = readConfig(path);
    if (text === undefined) return;
    const file = relative(root, path).replaceAll('\\', '/');
    try {
      rules.push(...reader(text).map((rule) => ({ ...rule, file })));
    } catch {
      warnings.add({
        code: 'host-config-malformed',
        file,
        message: 'The configuration of the host can’t be parsed; its rules for robots weren’t applied.',
        fix: 'Correct its syntax.',
      });
    }
  };
  for (const [name, reader] of Object.entries(PUBLISHED)) read(root, name, reader);
  const folders = ['', ...new Set(files.flatMap(foldersOf))].map((folder) => folder && `${folder}/`);
  for (const project of foldersFrom(root)) {
    for (const [name, reader] of Object.entries(OF_PROJECT)) read(project, name, reader);
    for (const folder of SERVER_FOLDERS) {
      const names = listNames(join(project, folder)).filter((name) => SERVER_FILE.test(name));
      for (const name of names)
        read(join(project, folder), name, (text) => serverReader(name, text, names.length === 1)(text));
    }
    for (const folder of EDGE_FOLDERS)
      for (const name of listNames(join(project, folder)).filter((one) => EDGE_FILE.test(one)))
        read(join(project, folder), name, (text) => readEdgeProgram(text, ['/*']));
    for (const name of listNames(join(project, 'netlify/edge-functions')))
      read(join(project, 'netlify/edge-functions'), name, (text) => readEdgeProgram(text, []));
    for (const folder of existsSync(join(project, 'functions')) ? folders : [])
      for (const name of ['_middleware.js', '_middleware.ts'])
        read(join(project, 'functions', folder), name, (text) => readEdgeProgram(text, [`/${folder}*`]));
  }
  for (const folder of folders) {
    read(join(root, folder), '.htaccess', (text) => readHtaccess(text, folder));
    read(join(root, folder), 'web.config', (text) => readWebConfig(text, folder));
  }
  rules.splice(MAX_RULES);
  if (rules.length === 0) return () => [];
  return (file, address) => {
    const paths = spellings(file, address);
    return marksFor(rules, basePath === '' ? paths : [...paths, ...paths.map((path) => basePath + path)]);
  };
}

function marksFor(rules: readonly PlacedRule[], paths: readonly string[]): readonly Mark[] {
  return rules
    .filter(({ pattern }) => paths.some((path) => matchesPath(pattern, path)))
    .map(({ about, text, file, line }) => ({
      about,
      rule: `${file}${line === undefined ? '' : `:${line}`} says ${text}`,
      setting: `Change the rule in ${file}.`,
    }));
}

function spellings(file: string, address: string): readonly string[] {
  const plain = `/${file}`.replace(/(\/index)?\.x?html?$/i, '');
  return [...new Set([address, `/${file}`, plain, `${plain}/`].map(decodePercent))];
}

/** The folder and those above it, as far as they can belong to the same project. */
function foldersFrom(root: string): readonly string[] {
  const folders = [root];
  for (let folder = root; folders.length <= MAX_PARENTS; ) {
    if (existsSync(join(folder, '.git'))) break;
    folder = dirname(folder);
    if (folder === dirname(folder) || folder === homedir()) break;
    folders.push(folder);
  }
  return folders;
}

/** @returns undefined for a file that is missing, a link, unreadable or too large */
export function readConfig(path: string): string | undefined {
  try {
    const stat = lstatSync(path, { throwIfNoEntry: false });
    return stat?.isFile() === true && stat.size <= MAX_BYTES
      ? readFileSync(path, 'utf8').replace(/^\uFEFF/, '')
      : undefined;
  } catch {
    return undefined;
  }
}
