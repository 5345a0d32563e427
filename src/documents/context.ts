import { SvcError } from '../core/errors.js';
import type { DocumentContext, DocumentRow } from './document-row.js';

/** A context without the members that follow from the table. */
export type ContextFacts = Omit<DocumentContext, 'served' | 'isAvailable' | 'urlOf' | 'table'>;

/**
 * Completes a context from the table of documents. Each `when` is evaluated once, on first use.
 * @param facts the data of the build
 * @param table all rows; an id without a row counts as not served
 * @param isTaken true for a document that something else provides, such as a real file at its path
 * @throws SvcError `SVC_INTERNAL` when conditions depend on each other in a circle, or on an unknown id's URL
 */
export function createDocumentContext(
  facts: ContextFacts,
  table: readonly DocumentRow[],
  isTaken: (row: DocumentRow) => boolean = () => false,
): DocumentContext {
  const rows = new Map(table.map((row) => [row.id, row]));
  const answers = new Map<string, boolean | 'asking'>();
  const ctx: DocumentContext = {
    ...facts,
    table,
    served(id) {
      const row = rows.get(id);
      if (row === undefined) return false;
      const known = answers.get(id);
      if (known === 'asking') {
        throw new SvcError('SVC_INTERNAL', `the condition of document "${id}" depends on itself`);
      }
      if (known !== undefined) return known;
      answers.set(id, 'asking');
      const answer = !isTaken(row) && row.when(ctx);
      answers.set(id, answer);
      return answer;
    },
    isAvailable(id) {
      const row = rows.get(id);
      return ctx.served(id) || (row !== undefined && facts.files.has(row.path) && row.when(ctx));
    },
    urlOf(id) {
      const row = rows.get(id);
      if (row === undefined) throw new SvcError('SVC_INTERNAL', `there is no document "${id}"`);
      return facts.site.baseUrl + row.path;
    },
  };
  return ctx;
}
