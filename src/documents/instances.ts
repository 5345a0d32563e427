import { escapeRegExp } from '../core/text.js';
import type { Instance, Surface, SurfaceContext } from './surface.js';

/**
 * The files of a surface: its instances, or its literal path with its aliases.
 * @param surface a row whose `when` holds
 */
export function* instancesOf(surface: Surface, ctx: SurfaceContext): Iterable<Instance<unknown>> {
  if (surface.instances !== undefined) {
    yield* surface.instances(ctx);
    return;
  }
  for (const path of [surface.path, ...(surface.aliases ?? [])]) yield { path, params: undefined };
}

/** Path of an instance below `out/`, decoded. */
export function fileOf(instance: Instance<unknown>): string {
  return instance.file ?? decodeURIComponent(instance.path.slice(1));
}

/** The addresses of a pattern, each `{name}` in it standing for any text. */
export function addressPattern(path: string): RegExp {
  return new RegExp(
    `^${path
      .split(/\{[^}]+\}/)
      .map(escapeRegExp)
      .join('.+')}$`,
  );
}
