import { profileHeaders } from '../../surfaces/headers.js';
import type { SurfaceContext } from '../../surfaces/surface.js';
import type { Redirect } from './neutral.js';
import type { Rule } from './rules.js';

const FOLDER = '/.well-known/';

/**
 * The rules of documents below `/.well-known/` that are not ours: files of the site, then what providers serve.
 * @param taken addresses that have a rule
 * @see spec section 4.2.1
 */
export function wellKnownRules(ctx: SurfaceContext, taken: ReadonlySet<string>): readonly Rule[] {
  const files = ctx.files.wellKnown
    .filter((name) => !taken.has(FOLDER + name))
    .map((name) => rule(ctx, 'file', name, name.endsWith('.json') ? 'application/json' : 'text/plain'));
  const provided = ctx.published.claims
    .filter(({ name, source }) => source.kind !== 'redirect' && isFree(ctx, taken, name))
    .map(({ name, contentType }) => rule(ctx, 'provider', name, contentType));
  return [...files, ...provided];
}

/** Documents of providers that are at another address. */
export function wellKnownRedirects(ctx: SurfaceContext, taken: ReadonlySet<string>): readonly Redirect[] {
  return ctx.published.claims.flatMap(({ name, source }) =>
    source.kind === 'redirect' && isFree(ctx, taken, name)
      ? [{ from: FOLDER + name, to: absolute(ctx, source.to), status: 302 as const }]
      : [],
  );
}

function isFree(ctx: SurfaceContext, taken: ReadonlySet<string>, name: string): boolean {
  return !taken.has(FOLDER + name) && !ctx.files.has(FOLDER + name);
}

function absolute({ site }: SurfaceContext, to: string): string {
  return to.startsWith('/') ? site.baseUrl + to : to;
}

function rule({ settings }: SurfaceContext, surface: string, name: string, type: string): Rule {
  const { 'Content-Type': contentType = '', ...headers } = profileHeaders('wellKnown', type, settings);
  return {
    surface,
    path: FOLDER + name.split('/').map(encodeURIComponent).join('/'),
    file: FOLDER.slice(1) + name,
    status: 200,
    contentType,
    headers,
    preflight: false,
    compress: true,
  };
}
