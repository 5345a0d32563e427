import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { afterAll, describe, expect, it } from 'vitest';
import type { RestApi } from '../../../src/config/config.js';
import { schemaErrors } from '../../../src/quality/validate/ajv.js';
import {
  type ContextOptions,
  type EntryLine,
  filesOf,
  PAGE,
  POST,
  testContext,
  textOf,
} from '../../support/documents/context.js';
import { expectGolden } from '../../support/documents/golden.js';

const CMS: RestApi = { mode: 'external', base: 'https://cms.example/wp-json/wp/v2/', idParam: 'id' };
const read = (options: ContextOptions = {}) => JSON.parse(textOf('openapi', testContext(options)));

const ENTRIES: readonly EntryLine[] = [
  {
    id: 12,
    title: 'Oolong',
    excerpt: 'Half green.',
    categories: ['Green'],
    image: { url: 'https://tea.example/pot.jpg', alt: 'A pot' },
  },
  { id: 13, published: null, type: 'page' },
];

const MODES: readonly [string, ContextOptions][] = [
  ['files', {}],
  ['a sidecar', { sidecar: true }],
  ['another system', { restApi: CMS }],
  ['no read API', { restApi: { mode: 'off' } }],
  ['hostile words', { site: { name: '"} {$ref: x}\n# Tea' }, types: [{ ...POST, plural: '<b>Posts</b>' }] }],
  [
    'collections that sound alike',
    {
      types: [
        { ...POST, slug: 'tea-note', collection: 'tea-notes' },
        { ...PAGE, slug: 'tea_note', collection: 'tea_notes' },
        { ...PAGE, slug: 'cha', plural: 'お茶', collection: 'お茶' },
      ],
    },
  ],
];

describe('the OpenAPI document', () => {
  it('[4.2-openapi] [4.2-openapi-reads] describes one list and one single read per type', () => {
    expectGolden('openapi.json', textOf('openapi', testContext()));
    expect(Object.keys(read().paths)).toEqual([
      '/content/v1/posts.json',
      '/content/v1/posts/{id}.json',
      '/content/v1/pages.json',
      '/content/v1/pages/{id}.json',
    ]);
  });

  it('promises parameters and totals only where a sidecar answers', () => {
    expectGolden('openapi-sidecar.json', textOf('openapi', testContext({ sidecar: true })));
    const names = (options: ContextOptions): string[] => {
      const { paths } = read(options);
      const list = Object.keys(paths).find((path) => !path.includes('{')) ?? '';
      return (paths[list].get.parameters ?? []).map(({ name }: { name: string }) => name);
    };
    expect(names({})).toEqual([]);
    expect(names({ sidecar: true })).toEqual(['page', 'per_page', 'search', 'since']);
    expect(names({ restApi: CMS })).toEqual(['page', 'per_page', 'search']);
  });

  it('describes another system at its own address', () => {
    const { servers, paths } = read({ restApi: { ...CMS, idParam: 'post_id' } });
    expect(servers).toEqual([{ url: 'https://cms.example/wp-json/wp/v2' }]);
    expect(Object.keys(paths).slice(0, 2)).toEqual(['/posts', '/posts/{post_id}']);
    expect(paths['/posts/{post_id}'].get.parameters[0].name).toBe('post_id');
  });

  it('has no paths and nothing else to say without a read API', () => {
    expect(read({ restApi: { mode: 'off' } })).toMatchObject({ paths: {}, components: { schemas: {} } });
  });

  it('names each operation once', () => {
    for (const [, options] of MODES) {
      const ids = Object.values<{ get: { operationId: string } }>(read(options).paths).map(
        ({ get }) => get.operationId,
      );
      expect(new Set(ids).size).toBe(ids.length);
    }
    expect(read({ sidecar: true }).paths['/content/v1/posts'].get.operationId).toBe('list_content_v1_posts');
    expect(read().paths['/content/v1/posts/{id}.json'].get.operationId).toBe('get_content_v1_posts_id');
  });

  it('grants nothing: the terms are those of the site', () => {
    expect(read().info.license).toEqual({ name: 'Terms of the site', url: 'https://tea.example/' });
    const settings = { tdm_policy_url: '/ai-policy/' };
    expect(read({ settings }).info.license.url).toBe('https://tea.example/ai-policy/');
  });
});

describe('what the OpenAPI document describes', () => {
  it.each([false, true])('[4.2-openapi-no-new] is what is written, with a sidecar %s', (sidecar) => {
    const ctx = testContext({ entries: ENTRIES, sidecar });
    const doc = JSON.parse(textOf('openapi', ctx));
    const ajv = addFormats.default(new Ajv2020({ strict: false }));
    ajv.addSchema({ $id: 'https://tea.example/doc', ...doc });
    for (const [path, { get }] of Object.entries<{ get: { responses: object } }>(doc.paths)) {
      const bodies = bodiesAt(ctx, doc.servers[0].url + path);
      expect(bodies, path).not.toEqual([]);
      const pointer = `/paths/${encodeURIComponent(path.replaceAll('/', '~1'))}/get/responses/200`;
      const validate = ajv.compile({
        $ref: `https://tea.example/doc#${pointer}/content/application~1json/schema`,
        unevaluatedProperties: false,
      });
      for (const body of bodies) expect([validate(JSON.parse(body)), validate.errors]).toEqual([true, null]);
      expect(get.responses).toHaveProperty('200');
    }
  });

  it('tells every member of an item', () => {
    const ctx = testContext({ entries: ENTRIES });
    const members = Object.keys(read().components.schemas.ContentItem.properties);
    const item = JSON.parse(Object.values(filesOf('rest-item', ctx))[0] ?? '');
    expect(Object.keys(item).filter((key) => !members.includes(key))).toEqual([]);
  });
});

/** What the build writes at an address with `{id}` in it. */
function bodiesAt(ctx: ReturnType<typeof testContext>, url: string): readonly string[] {
  const path = url.slice(ctx.site.baseUrl.length + 1).replace(/\.json$/, '');
  const pattern = new RegExp(`^${path.replace('{id}', '\\d+')}(?:/index)?\\.json$`);
  const files = { ...filesOf('rest-list', ctx), ...filesOf('rest-item', ctx) };
  return Object.entries(files).flatMap(([file, body]) => (pattern.test(file) ? [body] : []));
}

describe('redocly lint', () => {
  const folder = mkdtempSync(join(tmpdir(), 'svc-openapi-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  it.each(MODES)('finds nothing with %s', async (name, options) => {
    const doc = read(options);
    expect(schemaErrors('openapi.schema.json', doc)).toEqual([]);
    const { code, output } = await lint(join(folder, `${name.replaceAll(' ', '-')}.json`), doc);
    expect(output).toContain('"totals": {\n    "errors": 0,\n    "warnings": 0');
    expect(code).toBe(0);
  });

  it('would find something', async () => {
    const doc = read();
    const { code, output } = await lint(join(folder, 'wrong.json'), {
      ...doc,
      info: { title: doc.info.title },
    });
    expect(code).toBe(1);
    expect(output).toContain('"ruleId": "struct"');
  });
});

/** Runs the published linter with its recommended rules, asking nothing of the network. */
async function lint(file: string, doc: unknown): Promise<{ code: number | null; output: string }> {
  writeFileSync(file, JSON.stringify(doc));
  const program = 'node_modules/@redocly/cli/bin/cli.js';
  const child = spawn(process.execPath, [program, 'lint', file, '--extends=recommended', '--format=json'], {
    env: {
      PATH: process.env['PATH'],
      HOME: folderOf(file),
      REDOCLY_TELEMETRY: 'off',
      REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
    },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let output = '';
  child.stdout.on('data', (text) => {
    output += String(text);
  });
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  return { code, output };
}

function folderOf(file: string): string {
  return join(file, '..');
}
