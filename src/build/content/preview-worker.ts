/** Runs in the thread of `previews.ts` that converts long bodies. */
import { type SharedContext, unpackContext } from '../workers/shared-context.js';
import { type PreviewedEntry, type PreviewJob, previewEntry } from './preview-entry.js';

/** Converts an entry with a packed context. */
export function previewPacked({
  job,
  shared,
}: {
  readonly job: PreviewJob;
  readonly shared: SharedContext;
}): Promise<PreviewedEntry> {
  return previewEntry(job, unpackContext(shared));
}
