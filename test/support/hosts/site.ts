import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { main } from '../../../src/cli/main.js';
import type { HeadersManifest } from '../../../src/deploy/manifests/neutral.js';
import { type Files, filesIn, workspace } from '../build/workspace.js';

/** A built site as hosts are given it. */
export interface BuiltSite {
  readonly folder: string;
  /** The folder that a server publishes: the output folder, or one in which it lies at the base path. */
  readonly root: string;
  readonly out: string;
  readonly deploy: string;
  readonly config: string;
  readonly manifest: HeadersManifest;
  /** What the build has said. */
  readonly output: string;
  /** Files of a folder, ascending. */
  filesOf(folder: 'root' | 'deploy'): readonly string[];
  /** Builds once more, for other hosts. */
  rebuild(hosts: readonly string[]): Promise<void>;
}

/** An observatory with posts, pages, a page in Japanese, files of its own and a document of a provider. */
const CONTENT: Files = {
  'content/about.md':
    '---\ntitle: About the observatory\ndescription: A dome, a stove and one good lens.\ntype: page\n---\n\nThe dome turns by hand, *slowly*.\n',
  'content/visit/hours.md':
    '---\ntitle: Hours\ntype: page\n---\n\n| Night | Open |\n| --- | --- |\n| Clear | yes |\n| Cloudy | no |\n',
  'content/visit/星.md': '---\ntitle: 星を見る\ntype: page\nlang: ja\n---\n\n空が晴れたら開きます。\n',
  'content/posts/first-light.md':
    '---\ntitle: First light\ndate: 2026-03-01\ntags: [lens]\n---\n\nWe saw Saturn, and then the neighbour’s washing.\n',
  'content/posts/cold-feet.md':
    '---\ntitle: Cold feet\ndate: 2026-04-11\ntags: [stove]\n---\n\nThe stove is for people, not for the lens.\n',
  'content/posts/not-yet.md': '---\ntitle: Not yet\ndraft: true\n---\n\nNobody may read this.\n',
  'public/favicon.svg': '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>\n',
  'public/ledger/index.htm': '<!doctype html><title>Ledger</title><p>What we owe the baker.</p>\n',
  'public/parchment.xhtml':
    '<html xmlns="http://www.w3.org/1999/xhtml"><head><title>Parchment</title></head><body><p>Our oldest chart.</p></body></html>\n',
  'public/scroll/index.xhtml':
    '<html xmlns="http://www.w3.org/1999/xhtml"><head><title>Scroll</title></head><body><p>Rolled up.</p></body></html>\n',
  'public/50% #1/index.html': '<!doctype html><title>Half</title><p>Half a star.</p>\n',
  'public/.well-known/dnt-policy.txt': 'We do not track anybody.\n',
  'public/.well-known/star-catalogue.json': '{"stars":3}\n',
  // Signs that mean something to one server or another.
  'public/.well-known/odd $uri {path} 50%.txt': 'A name is a name.\n',
  'plugin.js': [
    'export function register(svc) {',
    "  svc.wellKnown({ name: 'change-password', redirect: '/about/' });",
    "  svc.wellKnown({ name: 'telescope.json', contentType: 'application/json', callback: () => '{\"mirror\":\"400mm\"}' });",
    '}',
    '',
  ].join('\n'),
};

/** What differs from one arrangement to another. */
export interface SiteOptions {
  readonly hosts: readonly string[];
  readonly url?: string;
  readonly sidecar?: boolean | string;
  readonly sidecarAddress?: string;
  readonly profile?: string;
  readonly settings?: Readonly<Record<string, unknown>>;
  /** What is read instead of the content. */
  readonly source?: unknown;
  /** Further files beside the content. */
  readonly files?: Files;
}

/** Builds it into a new folder. */
export async function buildSite(options: SiteOptions): Promise<BuiltSite> {
  const {
    hosts,
    url = 'https://observatory.example',
    sidecar = false,
    sidecarAddress,
    profile = 'default',
    settings,
    source = { type: 'files', path: 'content' },
  } = options;
  const basePath = new URL(url).pathname.replace(/\/$/, '');
  const config = {
    site: {
      url,
      name: 'Hobbledown Observatory',
      description: 'A small dome on a hill, open whenever the sky is.',
    },
    identity: { type: 'Organization', about: 'A society of neighbours with a telescope.' },
    source,
    publicDir: 'public',
    html: 'render',
    out: `root${basePath}`,
    plugins: ['./plugin.js'],
    hosts,
    sidecar,
    ...(sidecarAddress === undefined ? {} : { sidecarAddress }),
    profile,
  };
  const folder = workspace({
    ...CONTENT,
    ...options.files,
    'svc.config.json': JSON.stringify(config),
    'svc.settings.json': JSON.stringify({
      enable_security_txt: true,
      tdm_policy_url: '/rights?part=$1&share=50%25',
      security: { contacts: ['https://observatory.example/about/'] },
      ...settings,
    }),
  });
  const output = await build(folder);
  const root = join(folder, 'root');
  const deploy = join(folder, 'deploy');
  return {
    folder,
    root,
    out: join(root, basePath),
    deploy,
    config: join(folder, 'svc.config.json'),
    manifest: JSON.parse(readFileSync(join(deploy, 'headers.json'), 'utf8')) as HeadersManifest,
    output,
    filesOf: (name) => filesIn(join(folder, name)),
    async rebuild(others) {
      writeFileSync(join(folder, 'svc.config.json'), JSON.stringify({ ...config, hosts: others }));
      await build(folder);
    },
  };
}

/** Runs the build and returns what it has said. */
async function build(folder: string): Promise<string> {
  const messages: string[] = [];
  const exitCode = await main(['build', '--config', join(folder, 'svc.config.json')], {
    env: { SVC_SIGNING_KEY: readFileSync('fixtures/signing-key.jwk', 'utf8') },
    cwd: folder,
    out: (text) => messages.push(text),
    err: (text) => messages.push(text),
    isTty: false,
  });
  expect(exitCode, messages.join('')).toBe(0);
  return messages.join('');
}
