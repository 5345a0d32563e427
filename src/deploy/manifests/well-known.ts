import { encodeSegments } from '../../core/percent.js';
import { escapeRegExp } from '../../core/text.js';
import type { DocumentContext, DocumentRow } from '../../documents/document-row.js';
import { answersPreflight, profileHeaders } from '../../documents/headers.js';
import { withPrefix } from '../../documents/rest-addresses.js';
import { wellKnownPlaces } from '../../documents/well-known-files.js';
import type { Redirect } from './neutral.js';
import type { Rule } from './rules.js';

const FOLDER = '/.well-known/';

/** Names without an ending that are JSON by their standards. */
const JSON_NAMES = new Set([
  'apple-app-site-association',
  'oauth-authorization-server',
  'oauth-protected-resource',
  'openid-configuration',
]);

/**
 * The rules of documents below `/.well-known/` that are not ours: files of the site, then what providers serve.
 * @param taken addresses that have a rule
 */
export function wellKnownRules(ctx: DocumentContext, taken: ReadonlySet<string>): readonly Rule[] {
  const placeOf = wellKnownPlaces(ctx);
  const rule = (documentId: string, name: string, type: string): Rule => {
    const { 'Content-Type': contentType = '', ...headers } = profileHeaders('wellKnown', type, ctx.settings);
    const path = addressOf(name);
    const row = rowAt(ctx, path);
    const file = placeOf(FOLDER.slice(1) + name);
    const preflight = row !== undefined && answersPreflight(row);
    return { surface: documentId, path, file, status: 200, contentType, headers, preflight, compress: true };
  };
  const files = ctx.files.wellKnown
    .filter((name) => !taken.has(addressOf(name)))
    .map((name) => rule('file', name, typeOf(ctx, name)));
  const provided = ctx.published.claims
    .filter(({ name, source }) => source.kind !== 'redirect' && isFree(ctx, taken, name))
    .map(({ name, contentType }) => rule('provider', name, contentType));
  return [...files, ...provided, ...laterFiles(ctx)];
}

/** Files that are put there after the build, such as answers to challenges. */
function laterFiles({ settings }: DocumentContext): readonly Rule[] {
  const rule = (name: string, type: string): Rule => {
    const { 'Content-Type': contentType = '', ...headers } = profileHeaders('wellKnown', type, settings);
    const pattern = FOLDER + name;
    const file = pattern.slice(1);
    return {
      surface: 'file',
      pattern,
      file,
      status: 200,
      contentType,
      headers,
      preflight: false,
      compress: true,
    };
  };
  return [rule('{+path}.json', 'application/json'), rule('{+path}', 'text/plain')];
}

/** Documents of providers at another address. */
export function wellKnownRedirects(ctx: DocumentContext, taken: ReadonlySet<string>): readonly Redirect[] {
  return ctx.published.claims.flatMap(({ name, source }) =>
    source.kind === 'redirect' && isFree(ctx, taken, name)
      ? [
          {
            from: addressOf(name),
            to: absolute(ctx, source.to),
            status: 302 as const,
            headers: { 'Access-Control-Allow-Origin': '*' },
          },
        ]
      : [],
  );
}

function isFree(ctx: DocumentContext, taken: ReadonlySet<string>, name: string): boolean {
  return !taken.has(addressOf(name)) && !ctx.files.has(addressOf(name));
}

function addressOf(name: string): string {
  return FOLDER + encodeSegments(name);
}

function absolute({ site }: DocumentContext, to: string): string {
  return to.startsWith('/') ? site.baseUrl + to : to;
}

/** The type of a file of the site: that of the document that it replaces, else by its name. */
function typeOf(ctx: DocumentContext, name: string): string {
  const row = rowAt(ctx, addressOf(name));
  if (row !== undefined) return row.contentType;
  return name.endsWith('.json') || JSON_NAMES.has(name) ? 'application/json' : 'text/plain';
}

/** The document that has an address, served or not. */
function rowAt(ctx: DocumentContext, address: string): DocumentRow | undefined {
  const isAt = (path: string) =>
    path.includes('{') ? toRegExp(withPrefix(path, ctx)).test(address) : path === address;
  return ctx.table.find(({ path, aliases = [] }) => path.startsWith(FOLDER) && [path, ...aliases].some(isAt));
}

function toRegExp(path: string): RegExp {
  return new RegExp(
    `^${path
      .split(/\{[^}]+\}/)
      .map(escapeRegExp)
      .join('[^/]+')}$`,
  );
}
