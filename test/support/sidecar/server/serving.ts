import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll } from 'vitest';
import type { Serving } from '../../../../src/api/start-server.js';
import { type ServeFlags, startServe } from '../../../../src/cli/serve.js';
import type { HeadersManifest } from '../../../../src/deploy/manifests/neutral.js';
import { type Files, workspace, writeFiles } from '../../build/workspace.js';
import { type Answer, type AskOptions, ask } from './http.js';

const KEY = readFileSync(
  fileURLToPath(new URL('../../../../fixtures/signing-key.jwk', import.meta.url)),
  'utf8',
);

/** 2026-07-02T10:00:00Z. */
export const NOW = 1_782_986_400;

/** A site that answers, for tests. */
export interface TestSite {
  readonly folder: string;
  readonly url: string;
  readonly serving: Serving;
  /** What the program has logged. */
  readonly log: string[];
  ask(path: string, options?: AskOptions): Promise<Answer>;
  /** Stores settings as an editor would: the file is replaced. */
  store(settings: Readonly<Record<string, unknown>>): void;
  manifest(): HeadersManifest;
}

export interface SiteSetup {
  readonly files: Files;
  readonly config?: Readonly<Record<string, unknown>>;
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly flags?: ServeFlags;
  readonly env?: Readonly<Record<string, string>>;
}

const open: Serving[] = [];

afterAll(async () => {
  await Promise.all(open.splice(0).map((serving) => serving.close()));
});

/** Starts `svc serve` in this process, with a clock that stands still. */
export async function serveSite({ files, config, settings, flags, env }: SiteSetup): Promise<TestSite> {
  const folder = workspace({
    ...files,
    'svc.config.json': JSON.stringify({ ...CONFIG, ...config }),
    ...(settings === undefined ? {} : { 'svc.settings.json': JSON.stringify(settings) }),
  });
  const log: string[] = [];
  const serving = await startServe(
    { port: '0', json: true, ...flags },
    {
      env: { SOURCE_DATE_EPOCH: String(NOW), SVC_SIGNING_KEY: KEY, ...env },
      cwd: folder,
      out: () => undefined,
      err: (text) => log.push(text),
      isTty: false,
    },
  );
  open.push(serving);
  return {
    folder,
    url: serving.url,
    serving,
    log,
    ask: (path, options) => ask(serving.url, path, options),
    store: (values) => writeFiles(folder, { 'svc.settings.json': JSON.stringify(values) }),
    manifest: () => JSON.parse(readFileSync(join(folder, 'deploy/headers.json'), 'utf8')) as HeadersManifest,
  };
}

/** The configuration of every test site. */
export const CONFIG = {
  site: {
    url: 'https://harbour.example',
    name: 'Harbour Notes',
    description: 'Tides, ropes and the people who mind them.',
  },
  source: 'content',
  publicDir: 'public',
  html: 'render',
};

/** A small site with a page, posts, a draft, files of its own and what must never be seen. */
export const HARBOUR: Files = {
  'content/about.md': '---\ntitle: About\ntype: page\nid: 1\n---\n\nThe harbour has **two** cranes.\n',
  'content/posts/ropes.md':
    '---\ntitle: Ropes\ndate: 2026-03-01\nid: 2\ntags: [rope]\n---\n\nA rope remembers every knot.\n',
  'content/posts/tides.md':
    '---\ntitle: Tides\ndate: 2026-05-01\nid: 3\ntags: [sea]\n---\n\nThe sea is late today.\n',
  'content/posts/draft.md': '---\ntitle: Draft\ndraft: true\nid: 4\n---\n\nCANARY-DRAFT\n',
  'content/posts/later.md': '---\ntitle: Later\ndate: 2030-01-01\nid: 5\n---\n\nCANARY-SCHEDULED\n',
  'content/posts/locked.md':
    '---\ntitle: Locked\ndate: 2026-01-01\npassword: x\nid: 6\n---\n\nCANARY-LOCKED\n',
  'content/posts/quiet.md':
    '---\ntitle: Quiet\ndate: 2026-01-01\nnoindex: true\nid: 7\n---\n\nCANARY-QUIET\n',
  'content/größe.md': '---\ntitle: Größe\ntype: page\nid: 8\n---\n\nWie groß ist der Hafen?\n',
  'public/crane.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>\n',
  'public/.well-known/dnt-policy.txt': 'We count boats, not people.\n',
  'secret.txt': 'CANARY-OUTSIDE\n',
};

/** Waits until something holds; the moment is nobody's to know. */
export async function until(what: () => Promise<boolean> | boolean, limit = 10_000): Promise<void> {
  const end = Date.now() + limit;
  while (!(await what())) {
    if (Date.now() > end) throw new Error('it did not come about');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
