import { decodeHTML } from 'entities';
import { type JsonObject, listOf, objectOf, textOf } from '../../../core/json.js';
import { isParsableUrl } from '../../../core/parsable-url.js';
import { counted } from '../../../core/text.js';
import { pointerParts } from '../../validate/document.js';
import { type Answer, parseMediaType } from '../answer.js';
import { type Check, evenSample, type Findings, type VerifyContext } from '../check.js';
import type { Visit } from '../client.js';

const FIX =
  'Pass the addresses of the read API on to the sidecar, or deploy its files of the last build together.';

/** The read API matches its documents. */
export const readApi: Check = {
  id: 'read-api',
  group: 'documents',
  title:
    'Every `GET` of `openapi.json`, every collection and the items of the change feed answer as they are described',
  async run(ctx, findings) {
    const operations = await addOperations(findings, ctx);
    const collections = await addCollections(findings, ctx);
    const items = await addItems(findings, ctx);
    const parts = [
      counted(operations, 'operation'),
      counted(collections, 'collection'),
      counted(items, 'item of the change feed', 'items of the change feed'),
    ];
    return parts.join(', ');
  },
};

function answerOf(ctx: VerifyContext, id: string): unknown {
  return ctx.advertised(id)?.visit.answer?.json;
}

/** Addresses of another system are not checked. */
function levelOf(url: string, { base, restPrefix }: VerifyContext): 'fail' | 'warn' {
  return url.startsWith(`${base}/${restPrefix}/`) ? 'fail' : 'warn';
}

/** Requests an address of the API; undefined where it does not answer with JSON, which is a finding. */
async function ask(
  findings: Findings,
  { url, from }: { readonly url: string; readonly from: string },
  ctx: VerifyContext,
): Promise<(Visit & { readonly answer: Answer }) | undefined> {
  const visit = await ctx.client.visit(url);
  const { answer, failure } = visit;
  const isJson = /\bjson$/.test(parseMediaType(answer?.header('content-type')).essence);
  if (answer?.isOk === true && isJson && answer.json !== undefined) return { ...visit, answer };
  const what = answer === undefined ? `nothing: ${failure?.message ?? ''}` : String(answer.status);
  findings.add(url, {
    level: levelOf(url, ctx),
    code: answer?.isOk === true ? 'read-api-no-json' : 'read-api-absent',
    hop: 'server',
    message:
      answer?.isOk === true
        ? `${from} names it, but it answers with ${answer.header('content-type') ?? 'no type'} that isn't JSON.`
        : `${from} names it, but it answers ${what}.`,
    fix: FIX,
  });
  return undefined;
}

/** Operations without side effects; a parameter in the address is taken from the list above it. */
async function addOperations(findings: Findings, ctx: VerifyContext): Promise<number> {
  const document = objectOf(answerOf(ctx, 'openapi'));
  const operations = operationsOf(document);
  const lists = new Map<string, unknown>();
  let count = 0;
  for (const operation of evenSample(operations, 2 * ctx.sample)) {
    const url = addressOf(operation, lists);
    if (url === undefined) continue;
    count += 1;
    const asked = await ask(findings, { url, from: `openapi.json ${operation.path}` }, ctx);
    if (asked === undefined) continue;
    const value = asked.answer.json;
    if (!operation.path.includes('{')) lists.set(operation.path.replace(/\.json$/, ''), value);
    const wrong = shapeProblem(value, operation.schema, document) ?? otherItem(operation, url, value);
    if (wrong === undefined) continue;
    findings.add(url, {
      level: levelOf(url, ctx),
      code: 'read-api-differs',
      hop: 'server',
      message: `It doesn't match openapi.json ${operation.path}: ${wrong}.`,
      fix: FIX,
    });
  }
  return count;
}

function addressOf({ url, path }: Operation, lists: ReadonlyMap<string, unknown>): string | undefined {
  if (!path.includes('{')) return url;
  const first = objectOf(listOf(lists.get(path.replace(/\/\{.*$/, '')))[0]);
  const id = first['id'];
  return typeof id === 'number' || typeof id === 'string'
    ? url.replace(/\{[^{}]+\}/, encodeURIComponent(String(id)))
    : undefined;
}

function otherItem({ path }: Operation, url: string, value: unknown): string | undefined {
  if (!path.includes('{')) return undefined;
  const id = /\/(\d+)(?:\.json)?$/.exec(url)?.[1];
  const own = objectOf(value)['id'];
  return id === undefined || String(own) === id ? undefined : `it has the id ${JSON.stringify(own)}`;
}

/** The root of the API names collections with their totals. */
async function addCollections(findings: Findings, ctx: VerifyContext): Promise<number> {
  const collections = listOf(objectOf(answerOf(ctx, 'rest-index'))['collections']).map(objectOf);
  let count = 0;
  for (const { url, total, pages } of evenSample(collections, ctx.sample)) {
    if (typeof url !== 'string' || !isParsableUrl(url)) continue;
    count += 1;
    const asked = await ask(findings, { url, from: 'the root of the read API' }, ctx);
    const items = asked?.answer.json;
    if (asked === undefined) continue;
    const report = (message: string) =>
      findings.add(url, {
        level: levelOf(url, ctx),
        code: 'read-api-total',
        hop: 'files',
        message,
        fix: FIX,
      });
    if (!Array.isArray(items)) {
      report("The root of the read API calls it a list, but it isn't a list.");
      continue;
    }
    const sent = asked.answer.header('x-total');
    if (typeof total !== 'number') continue;
    if (sent !== undefined && Number(sent) !== total) {
      report(`The root of the read API has the total ${total}, but the list has ${sent}.`);
    } else if (pages === 1 && items.length !== total) {
      report(`The root of the read API has the total ${total}, but the list has ${items.length} items.`);
    }
  }
  return count;
}

/** Readers of the change feed follow it to the items. */
async function addItems(findings: Findings, ctx: VerifyContext): Promise<number> {
  const items = listOf(objectOf(answerOf(ctx, 'changes'))['items']).map(objectOf);
  const linked = items.filter((item) => restOf(item) !== '');
  const sample = evenSample(linked, ctx.sample);
  await Promise.all(sample.map((item) => addItem(findings, item, ctx)));
  return sample.length;
}

function restOf(item: JsonObject): string {
  const url = textOf(objectOf(objectOf(item['_links'])['rest'])['href']);
  return isParsableUrl(url) ? url : '';
}

async function addItem(findings: Findings, item: JsonObject, ctx: VerifyContext): Promise<void> {
  const url = restOf(item);
  const asked = await ask(findings, { url, from: 'svc-changes.json' }, ctx);
  if (asked === undefined) return;
  const own = objectOf(asked.answer.json);
  const title = decodeHTML(textOf(objectOf(own['title'])['rendered']))
    .replace(/\s+/g, ' ')
    .trim();
  const pairs = [
    ['id', own['id'], item['id']],
    ['address', own['link'], item['url']],
    ['title', title || item['title'], item['title']],
  ] as const;
  for (const [name, found, expected] of pairs) {
    if (found === expected || levelOf(url, ctx) === 'warn') continue;
    const message = `svc-changes.json has the ${name} ${JSON.stringify(expected)}, but the item has ${JSON.stringify(found)}.`;
    findings.add(url, { code: 'read-api-item', hop: 'files', message, fix: FIX });
  }
}

/** A `GET` of an OpenAPI document. */
interface Operation {
  /** Below the server, with braces for parameters. */
  readonly path: string;
  /** Absolute, with the same braces. */
  readonly url: string;
  /** Of the answer 200; undefined where it is not described. */
  readonly schema: unknown;
}

/** Maximum number and depth of checked values in one answer: an untrusted schema may refer to itself. */
const MAX_VALUES = 20_000;
const MAX_DEPTH = 20;
const MAX_REFERENCES = 20;

/** The read-only operations; those with more than one parameter in the address are left out. */
function operationsOf(document: JsonObject): readonly Operation[] {
  const server = textOf(objectOf(listOf(document['servers'])[0])['url']).replace(/\/+$/, '');
  if (!isParsableUrl(server) || !/^https?:/i.test(server)) return [];
  return Object.entries(objectOf(document['paths'])).flatMap(([path, item]) => {
    const { get } = objectOf(item);
    const isAskable = typeof get === 'object' && get !== null && (path.match(/\{/g)?.length ?? 0) <= 1;
    if (!isAskable || !path.startsWith('/')) return [];
    const content = objectOf(objectOf(objectOf(objectOf(get)['responses'])['200'])['content']);
    const [media] = Object.values(content);
    return [{ path, url: server + path, schema: objectOf(media)['schema'] }];
  });
}

/**
 * The first violation of a schema of an OpenAPI document, as a clause; undefined for a valid value.
 * Types, members, required members and references are checked. The schema may be untrusted, so it is walked
 * and not compiled.
 */
function shapeProblem(value: unknown, schema: unknown, document: JsonObject): string | undefined {
  let left = MAX_VALUES;
  const violation = (one: unknown, rules: unknown, pointer: string, depth: number): string | undefined => {
    left -= 1;
    if (left < 0 || depth > MAX_DEPTH) return undefined;
    const { type, properties, required, items } = resolved(rules, document);
    const types = typeof type === 'string' ? [type] : listOf(type).map(textOf);
    const where = pointer === '' ? 'the answer' : pointer;
    if (types.length > 0 && !types.some((name) => isOfType(one, name))) {
      return `${where} isn't of the type ${types.join(' or ')}`;
    }
    if (Array.isArray(one)) {
      for (const [index, item] of one.entries()) {
        const found = violation(item, items, `${pointer}/${index}`, depth + 1);
        if (found !== undefined) return found;
      }
      return undefined;
    }
    if (typeof one !== 'object' || one === null) return undefined;
    const members = one as JsonObject;
    const missing = listOf(required).find(
      (name) => typeof name === 'string' && !Object.hasOwn(members, name),
    );
    if (missing !== undefined) return `${where} has no "${String(missing)}"`;
    for (const [name, rule] of Object.entries(objectOf(properties))) {
      if (!Object.hasOwn(members, name)) continue;
      const found = violation(members[name], rule, `${pointer}/${name}`, depth + 1);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  return violation(value, schema, '', 0);
}

function resolved(schema: unknown, document: JsonObject): JsonObject {
  let at = objectOf(schema);
  for (let number = 0; number < MAX_REFERENCES && typeof at['$ref'] === 'string'; number += 1) {
    const parts = at['$ref'].startsWith('#/') ? pointerParts(at['$ref']) : [];
    at = objectOf(parts.reduce<unknown>((one, part) => objectOf(one)[part], document));
  }
  return at;
}

function isOfType(value: unknown, type: string): boolean {
  switch (type) {
    case 'null':
      return value === null;
    case 'array':
      return Array.isArray(value);
    case 'object':
      return typeof value === 'object' && value !== null && !Array.isArray(value);
    case 'integer':
      return Number.isInteger(value);
    case 'number':
    case 'string':
    case 'boolean':
      return typeof value === type;
    default:
      return true;
  }
}
