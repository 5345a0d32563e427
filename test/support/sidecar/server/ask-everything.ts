import { splitRoute } from '../../../../src/sidecar/server/admin/dispatch.js';
import { adminRoutes } from '../../../../src/sidecar/server/admin/table.js';
import { type Leak, leaksInText } from '../../build/leaks.js';
import { filesIn } from '../../build/workspace.js';
import type { Answer } from './http.js';
import type { Connection, Proof } from './mcp/connection.js';
import type { TestSite } from './serving.js';

/** Files beside the output that a build reads or keeps; none of them is to be served. */
const BESIDE = [
  'svc.config.json',
  'svc.settings.json',
  '.svc/svc.db',
  '.svc/signing-key.jwk',
  'deploy/headers.json',
  'out/llms.txt',
];

const encoded = (path: string) => path.split('/').map(encodeURIComponent).join('/');

/** The addresses of all files of a folder, with those of folders and without endings. */
function addressesIn(folder: string): readonly string[] {
  return filesIn(folder).flatMap((file) => {
    const path = `/${encoded(file)}`;
    return /(?:^|\/)index\.\w+$/.test(file) ? [path, path.replace(/index\.\w+$/, '')] : [path];
  });
}

/** What the answer to one request says, in its head and its body. */
function saidIn(path: string, { status, headers, text }: Answer): string {
  return `${path} ${status} ${JSON.stringify(headers)} ${text}`;
}

/**
 * Asks for everything that a visitor can ask for: every file, every list of the read API with searches, every
 * document in each form, and the folders that no visitor gets.
 * @param searches words that are looked for
 */
export async function publicAnswers(site: TestSite, searches: readonly string[]): Promise<readonly string[]> {
  const asked = [
    ...addressesIn(`${site.folder}/out`),
    ...filesIn(site.folder)
      .filter((file) => !file.startsWith('out/'))
      .map((file) => `/${encoded(file)}`),
    ...BESIDE.map((file) => `/${file}`),
    ...['posts', 'pages'].flatMap((list) => [`/api/content/v1/${list}`, `/api/content/v1/${list}?since=1`]),
    ...['/api/', '/svc-changes.json?since=1', '/svc/health/ready', '/svc/', '/svc/login', '/no/such/page/'],
    ...searches.flatMap((words) => [
      `/api/content/v1/posts?search=${encodeURIComponent(words)}`,
      `/api/content/v1/pages?search=${encodeURIComponent(words)}`,
    ]),
  ];
  const said: string[] = [];
  for (const path of new Set(asked)) {
    for (const Accept of ['text/html', 'text/markdown, */*;q=0.1']) {
      // What was asked for may come back in a link to the next page.
      said.push(
        saidIn('', await site.ask(path, { headers: { Accept } })).replaceAll(encodeURIComponent(path), ''),
      );
    }
  }
  return said;
}

/** Asks every route of the admin API and the list of abilities as an account, about each entry. */
export async function adminAnswers(
  site: TestSite,
  proof: Proof,
  ids: readonly number[],
): Promise<readonly string[]> {
  const routes = adminRoutes
    .map(splitRoute)
    .filter(({ methods }) => methods.includes('GET'))
    .map(({ path }) => `/api/svc/v1${path}`);
  const abilities = (await site.ask('/api/wp-abilities/v1/abilities?per_page=100', { headers: proof })).text;
  const runs = [...abilities.matchAll(/"name":"(svc\/[\w-]+)"/g)].map(
    ([, name]) => `/api/wp-abilities/v1/abilities/${name}/run`,
  );
  const said = [abilities];
  for (const path of [...routes, ...runs]) {
    const key = path.endsWith('/run') ? 'input[post_id]' : 'post';
    for (const id of [undefined, ...(/preview|content|check|suggest/.test(path) ? ids : [])]) {
      const query = id === undefined ? '' : `?${encodeURIComponent(key)}=${id}`;
      said.push(saidIn(path, await site.ask(path + query, { headers: proof })));
    }
  }
  return said;
}

/** Arguments with which a tool says as much as it can about an entry. */
const ARGUMENTS: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'svc-search-media': { limit: 50, mime: '' },
  'svc-read-terms': { per: 200 },
  'svc-identify-bot': { ip: '192.0.2.1' },
  'svc-read-content-issues': { per: 30 },
};

/**
 * Calls every tool and reads every resource of the MCP server.
 * @param connect a connection of its own for each tool: calls are counted
 * @param ids entries that are asked about
 */
export async function toolAnswers(
  connect: () => Promise<Connection>,
  ids: readonly number[],
): Promise<readonly string[]> {
  const listing = await connect();
  const tools = await listing.tools();
  const said: string[] = [JSON.stringify(tools)];
  for (const { name, inputSchema } of tools) {
    const connection = await connect();
    const takesId = Object.hasOwn((inputSchema['properties'] ?? {}) as object, 'post_id');
    const given = takesId ? ids.map((post_id) => ({ post_id })) : [ARGUMENTS[name] ?? {}];
    for (const one of given)
      said.push(`${name} ${JSON.stringify(one)} ${(await connection.call(name, one)).text}`);
  }
  const found = (await listing.rpc('resources/list')).body?.result?.resources ?? [];
  for (const { uri } of found) said.push((await listing.rpc('resources/read', { uri })).text);
  return said;
}

/** Tokens in what was answered. */
export function leaksInAnswers(said: readonly string[], pattern: RegExp): readonly Leak[] {
  return said
    .filter((answer) => pattern.test(answer) || pattern.test(decodedEscapes(answer)))
    .flatMap((answer) => leaksInText(answer, answer.slice(0, 80), pattern));
}

/** What looks otherwise in JSON, in an address or in a header field. */
function decodedEscapes(answer: string): string {
  return answer
    .replace(/\\+u([0-9a-f]{4})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replace(/%([0-7][0-9a-f])/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}
