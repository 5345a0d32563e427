import { schemaProblems } from '../ajv.js';
import type { Rule } from '../rule.js';

/** Maximum number of findings for one document. */
const MAX_ERRORS = 20;

/** Every document is valid by its schema. */
export const schema: Rule = {
  id: 'schema',
  level: 'error',
  title: 'Every JSON document is valid by the schema of its surface',
  anywhere: true,
  *checkDocument(document) {
    const { row, file, source } = document;
    // The schemas describe our documents; foreign ones under the same name may differ.
    if (row.schema === undefined || source !== 'generated' || !document.isWhole) return;
    const parsed = document.json();
    if (!('value' in parsed)) return;
    for (const { pointer, message } of schemaProblems(row.schema, parsed.value).slice(0, MAX_ERRORS)) {
      yield { code: 'schema', file, pointer, message: `This ${message} (${row.schema}).` };
    }
  },
};
