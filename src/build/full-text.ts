import type { Output } from '../deploy/output.js';
import { llmsFullItem, llmsFullSize, planLlmsFull, renderLlmsFull } from '../documents/llms-full.js';
import type { SurfaceContext } from '../documents/surface.js';
import type { IndexEntry } from '../site/entry.js';
import type { FullTextPart, JoinedFiles } from './cache/joined-files.js';
import type { Digests } from './digests.js';
import { isTwinKept } from './twin-files.js';

/** Where a build keeps files, and what it knows of the last one's. */
export interface FullTextOptions {
  readonly output: Output;
  readonly joined: JoinedFiles;
  readonly digests: Digests;
}

/**
 * Writes `/llms-full.txt`: the parts of entries whose twins stayed as they are are cut out of the last build's file,
 * and only those of the others are read.
 * @see design section 8
 */
export function putFullText(
  ctx: SurfaceContext,
  file: string,
  { output, joined, digests }: FullTextOptions,
): void {
  const before = joined.full;
  const old = before && output.readBefore(file, before.facts);
  const parts = new Map<number, FullTextPart>();
  const known = (entry: IndexEntry): FullTextPart | undefined =>
    old !== undefined && isTwinKept(output, ctx, entry) ? before?.parts.get(entry.id) : undefined;
  const sizeOf = (entry: IndexEntry): number => {
    const size = known(entry)?.size ?? llmsFullSize(ctx.twinText(entry));
    parts.set(entry.id, { size, start: undefined });
    return size;
  };
  const itemOf = (entry: IndexEntry): string => {
    const { start, size = 0 } = known(entry) ?? {};
    return start === undefined || old === undefined
      ? llmsFullItem(ctx.twinText(entry))
      : old.toString('utf8', start, start + size);
  };
  const plan = planLlmsFull(ctx, sizeOf);
  const facts = output.put(file, digests.through(file, renderLlmsFull(ctx, plan, itemOf)));
  let start = plan.start;
  for (const { id } of plan.entries) {
    const size = parts.get(id)?.size ?? 0;
    parts.set(id, { size, start });
    start += size;
  }
  if (facts !== undefined) joined.setFull({ facts, parts });
}
