import { createSurfaceContext } from '../../../documents/context.js';
import { surfaceHeaders } from '../../../documents/headers.js';
import { bodyText } from '../../../documents/serialise.js';
import type { SurfaceContext } from '../../../documents/surface.js';
import { bodyAnswer } from './answer.js';
import type { RenderedDocument } from './documents.js';
import { documentMarks, marked } from './marks.js';
import { Routes } from './routes.js';
import type { Snapshot } from './snapshot.js';

interface Origin {
  readonly ctx: SurfaceContext;
  readonly routes: Routes;
}

const origins = new WeakMap<SurfaceContext, Origin>();

/**
 * Returns the OAuth metadata of a sidecar on another origin than the site's. They belong to the origin of this
 * program, and aren't documents of the site.
 * @param path with leading slash, decoded
 */
export function metadataElsewhere(
  { documents: { ctx } }: Snapshot,
  path: string,
): RenderedDocument | undefined {
  if (ctx.sidecar || ctx.sidecarBase === undefined) return undefined;
  const origin = originOf(ctx);
  const route = origin.routes.find(path);
  if (typeof route !== 'object' || !route.surface.ofSidecar) return undefined;
  const body = bodyText(route.surface.render(origin.ctx, route.instance.params));
  const fields = surfaceHeaders(route.surface, ctx.settings);
  return marked(
    { answer: bodyAnswer(200, fields, Buffer.from(body, 'utf8')) },
    documentMarks(route.surface, path),
  );
}

function originOf(ctx: SurfaceContext): Origin {
  const known = origins.get(ctx);
  if (known !== undefined) return known;
  const here = createSurfaceContext({ ...ctx, sidecar: true }, ctx.table);
  const origin = { ctx: here, routes: new Routes(here) };
  origins.set(ctx, origin);
  return origin;
}
