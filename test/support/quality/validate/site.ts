import { createHash } from 'node:crypto';
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Finding, ValidateReport } from '../../../../src/quality/validate/rule.js';
import { type Files, text, workspace, writeFiles } from '../../build/workspace.js';
import { build, type RunOptions, runSvc } from '../../cli/run-svc.js';

export const BASE = 'https://tea.example';

/** A tea house with a shop, a club that is hidden, and a sidecar with its MCP server on. */
export const TEA_HOUSE: Files = {
  'svc.config.json': JSON.stringify({
    site: { url: BASE, name: 'The Kettle Room', description: 'Leaves, water, patience.', lang: 'en-GB' },
    source: { type: 'files', path: 'content' },
    publicDir: 'public',
    html: 'render',
    sidecar: true,
    profile: 'max-readiness',
    resources: [
      {
        id: 'tea-shop',
        title: 'Tea shop',
        type: 'commerce',
        capabilities: ['commerce.products.search', 'commerce.orders.create'],
        endpoints: [
          { url: '/shop/api', type: 'rest', methods: ['GET'], auth: 'none' },
          { url: '/shop/orders', type: 'rest', methods: ['POST'], auth: 'apikey' },
        ],
        tools: [{ name: 'find_tea', description: 'Finds a tea by its taste.' }],
        agent: {
          name: 'Shop hand',
          description: 'Knows every shelf.',
          skills: [{ id: 'find-tea', description: 'Finds a tea by its taste.' }],
          endpoint: '/shop/agent',
        },
      },
      {
        id: 'night-club',
        title: 'Night tastings',
        type: 'scheduling',
        capabilities: ['scheduling.seats.book'],
      },
    ],
    mcpServers: [
      {
        id: 'shop',
        name: 'Shop tools',
        description: 'Tools of the shop.',
        version: '2.1.0',
        endpoint: '/shop/mcp',
        tools: [{ name: 'find_tea', description: 'Finds a tea by its taste.' }],
      },
    ],
    plugins: ['./house-rules.mjs'],
  }),
  'svc.settings.json': JSON.stringify({
    enable_mcp_server: true,
    enable_security_txt: true,
    security: { contacts: ['mailto:mia@tea.example'] },
    suppressed_resources: ['night-club'],
    identity: { about: 'We steep.', expertise: ['oolong', 'kettles'] },
  }),
  'house-rules.mjs': [
    'export function register(svc) {',
    "  svc.wellKnown({ name: 'change-password', redirect: '/account/' });",
    "  svc.wellKnown({ name: 'gpc.json', contentType: 'application/json', callback: () => '{\"gpc\":true}' });",
    '}',
    '',
  ].join('\n'),
  'public/.well-known/assetlinks.json': '[]\n',
  'content/index.md': '---\ntitle: Welcome\nid: 1\n---\n\nCome in, the kettle is on.\n',
  'content/about.md':
    '---\ntitle: About us\nid: 2\ndate: 2026-01-05\n---\n\nTwo people and a very old kettle.\n',
  'content/posts/oolong.md':
    '---\ntitle: Oolong, slowly\nid: 3\ndate: 2026-02-01\nlastmod: 2026-03-01\ntags: [oolong]\n---\n\nRoll, rest, repeat.\n',
  'content/posts/first-flush.md':
    '---\ntitle: First flush\nid: 4\ndate: 2026-04-11\ncategories: [Darjeeling]\n---\n\nApril in a cup.\n',
  'content/posts/grüner-tee.md':
    '---\ntitle: Grüner Tee\nid: 5\ndate: 2026-05-02\n---\n\nSeventy degrees, no more.\n',
};

/** A folder with a built site, once made and copied for every test that breaks it. */
export async function builtSite(
  files: Files,
  args: readonly string[] = [],
  env?: RunOptions['env'],
): Promise<string> {
  const cwd = join(workspace(), 'site');
  writeFiles(cwd, files);
  await build(args, { cwd, ...(env && { env }) });
  return cwd;
}

/** A copy of a site that may be broken. */
export class SiteCopy {
  readonly cwd: string;

  constructor(original: string) {
    this.cwd = join(workspace(), 'site');
    cpSync(original, this.cwd, { recursive: true, verbatimSymlinks: true });
  }

  path(file: string): string {
    return join(this.cwd, 'out', file);
  }

  write(file: string, content: string | Uint8Array): void {
    writeFiles(this.cwd, { [`out/${file}`]: content });
  }

  read(file: string): string {
    return text(this.cwd, 'out', file);
  }

  remove(file: string): void {
    rmSync(this.path(file), { recursive: true });
  }

  /** Changes a text; a change that changes nothing is a mistake of the test. */
  edit(file: string, change: (text: string) => string): void {
    const before = text(this.cwd, 'out', file);
    const after = change(before);
    if (after === before) throw new Error(`nothing was changed in ${file}`);
    this.write(file, after);
  }

  editBytes(file: string, change: (bytes: Buffer) => Uint8Array): void {
    writeFileSync(this.path(file), change(readFileSync(this.path(file))));
  }

  // biome-ignore lint/suspicious/noExplicitAny: tests reach deep into documents of many forms
  editJson(file: string, change: (value: any) => void): void {
    this.edit(file, (before) => {
      const value: unknown = JSON.parse(before);
      change(value);
      return JSON.stringify(value, null, 4);
    });
  }

  // biome-ignore lint/suspicious/noExplicitAny: as above
  editHeaders(change: (value: any) => void): void {
    const path = join(this.cwd, 'deploy', 'headers.json');
    const value: unknown = JSON.parse(readFileSync(path, 'utf8'));
    change(value);
    writeFileSync(path, JSON.stringify(value));
  }

  async validate(args: readonly string[] = [], options: Partial<RunOptions> = {}): Promise<ValidateReport> {
    return validateIn(this.cwd, args, options);
  }

  async findings(options: Partial<RunOptions> = {}): Promise<readonly Finding[]> {
    return (await this.validate([], options)).findings;
  }
}

/** Runs `svc validate --json` in a folder. */
export async function validateIn(
  cwd: string,
  args: readonly string[] = [],
  options: Partial<RunOptions> = {},
): Promise<ValidateReport> {
  const { stdout, stderr } = await runSvc(['validate', '--json', ...args], { cwd, ...options });
  if (stdout === '') throw new Error(stderr);
  return JSON.parse(stdout) as ValidateReport;
}

/** The digest that an index of skills names. */
export function digestOf(bytes: Uint8Array): string {
  return `sha256:${createHash('sha256').update(bytes).digest('hex')}`;
}
