import type { Output } from '../deploy/output.js';
import type { SurfaceContext } from '../documents/surface.js';
import type { IndexEntry } from '../site/entry.js';

/** Whether the build writes a twin for an entry. */
export function hasTwinFile(surface: Pick<SurfaceContext, 'served'>, entry: IndexEntry): boolean {
  return entry.twin !== '' && surface.served('markdown');
}

/** Name of the text of an entry that has no twin, among the intermediate files. */
export function asideName(entry: IndexEntry): string {
  return `twin-${entry.id}.md`;
}

/** True when the twin of an entry is the one that the last build left. */
export function isTwinKept(
  output: Output,
  surface: Pick<SurfaceContext, 'served'>,
  entry: IndexEntry,
): boolean {
  return hasTwinFile(surface, entry) ? output.wasKept(entry.twin) : output.wasKeptAside(asideName(entry));
}

/** Where the texts of a build are read from: the output while it is made, its folders when it is finished. */
export type TwinReader = Pick<Output, 'read' | 'readAside'>;

/** The twin of an entry that `convertAll` has converted, whether it is a file of the site or not. */
export function readTwin(
  output: TwinReader,
  surface: Pick<SurfaceContext, 'served'>,
  entry: IndexEntry,
): string {
  return hasTwinFile(surface, entry) ? output.read(entry.twin) : output.readAside(asideName(entry));
}
