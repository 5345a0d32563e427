import type { SurfaceContext } from '../../documents/surface.js';
import { countContent } from './content-facts.js';
import type { CountedType } from './pages/scope.js';

/** The types that agents may see, each with the number of its public pages. */
export function countedTypes(ctx: SurfaceContext): readonly CountedType[] {
  const counts = new Map(countContent(ctx).content.types.map(({ slug, entries }) => [slug, entries]));
  return ctx.types.map(({ slug, label, plural }) => ({ slug, label, plural, count: counts.get(slug) ?? 0 }));
}
