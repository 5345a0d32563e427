import { bodyText } from '../../documents/serialise.js';
import type { Body, Surface } from '../../documents/surface.js';
import { type SchemaProblem, schemaProblems } from './ajv.js';

/**
 * The gate that a document passes when it is built: whether it is JSON and valid by the schema of its row. Loading this
 * module loads the validator, so a build does that only when it has something to check.
 * @returns every violation; empty for a valid document and for rows without a schema
 */
export function checkDocument(row: Pick<Surface, 'schema'>, body: Body): readonly SchemaProblem[] {
  if (row.schema === undefined) return [];
  let value: unknown;
  try {
    value = JSON.parse(bodyText(body));
  } catch {
    return [{ pointer: '', message: "isn't JSON" }];
  }
  return schemaProblems(row.schema, value);
}
