import type { Notice } from '../site/registry/notice.js';
import {
  type Body,
  bodyText,
  type DocumentContext,
  type DocumentHooks,
  type DocumentRow,
  type Instance,
} from './document-row.js';

/**
 * The finished body of one document: rendered, and passed through the filters that may change it.
 * @param instance one of `instancesOf(row, ctx)`
 */
export async function renderDocument(
  row: DocumentRow,
  ctx: DocumentContext,
  instance: Instance<unknown>,
  hooks: DocumentHooks,
): Promise<Body> {
  const body = row.render(ctx, instance.params);
  if (row.refine === undefined) return body;
  return row.refine(bodyText(body), ctx, hooks);
}

/**
 * A filter's result for a document, unless a schema forbids it: then the document stays as it was.
 * @param kept the valid value
 * @param changed what the filter returned
 */
export function keepValid<T>(
  { check, note }: DocumentHooks,
  { filter, schema }: { readonly filter: string; readonly schema: string },
  kept: T,
  changed: T,
): T {
  const [error] = check(schema, changed);
  if (error === undefined) return changed;
  note(invalidResult(filter, error));
  return kept;
}

/** The notice of a filter whose result would make a document invalid. */
export function invalidResult(filter: string, error: string): Notice {
  const message = `the result of ${filter} would make the document invalid: ${error}`;
  const fix = 'Correct the plugin that changes it; the document keeps the value from before.';
  return { level: 'error', code: 'filter_result', message, fix, origin: filter };
}

/** The notice of a filter that shows again what the owner hides. */
export function putBack(filter: string, id: string): Notice {
  const message = `${filter} put back "${id}", which the settings hide; it was left out`;
  const fix = 'Leave hidden resources out of the plugin, or show them again in `suppressed_resources`.';
  return { level: 'warning', code: 'filter_result', message, fix, origin: filter };
}
