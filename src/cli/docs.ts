import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { configTypes, configurationReference, hooksReference, settingsReference } from '../config/docs.js';
import { privacyReference } from '../content/privacy/docs.js';
import { PROGRAM } from '../core/files.js';
import { hostTable } from '../deploy/hosts/table.js';
import { documentsReference, surfacesReference } from '../documents/docs.js';
import { checksReference } from '../quality/readiness/docs.js';
import { abilitiesReference } from '../sidecar/abilities/docs.js';
import { adminApiReference } from '../sidecar/server/admin/docs.js';
import { sources } from '../sources/table.js';

/** The generated pages of `docs/`, by file name. Tests compare them with the files. */
export const generatedDocs: Readonly<Record<string, () => string>> = {
  'settings.md': settingsReference,
  'configuration.md': configurationReference,
  'hooks.md': hooksReference,
  'surfaces.md': surfacesReference,
  'checks.md': checksReference,
  'documents/README.md': documentsReference,
  'abilities.md': abilitiesReference,
  'admin-api.md': adminApiReference,
  'privacy.md': privacyReference,
};

const SOURCE = /"source": \{\s*"type": "object"/;
const sourceTypes = sources.map(({ type }) => type);

/** Lists in `schemas/` of the names of rows; each is the first after the given place. */
const listsInSchemas: readonly (readonly [file: string, behind: RegExp, names: readonly string[]])[] = [
  ['svc.config.schema.json', /"hosts": \{/, Object.keys(hostTable)],
  ['svc.config.schema.json', SOURCE, ['auto', ...sourceTypes]],
  ['build-report.schema.json', SOURCE, sourceTypes],
];

/** Schemas with the names of all rows in their lists, by file name. */
export function schemasWithNames(): ReadonlyMap<string, string> {
  const schemas = new Map<string, string>();
  for (const [file, behind, names] of listsInSchemas) {
    const text = schemas.get(file) ?? readFileSync(new URL(`schemas/${file}`, PROGRAM), 'utf8');
    const start = text.indexOf('[', text.indexOf('"enum"', behind.exec(text)?.index));
    const list = `[${names.map((name) => JSON.stringify(name)).join(', ')}]`;
    schemas.set(file, text.slice(0, start) + list + text.slice(text.indexOf(']', start) + 1));
  }
  return schemas;
}

// Run by `npm run docs`; importing the module writes nothing.
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const docs = new URL('docs/', PROGRAM);
  // First, because the pages are made from the schemas.
  for (const [name, text] of schemasWithNames()) writeFileSync(new URL(`schemas/${name}`, PROGRAM), text);
  for (const [name, text] of Object.entries(generatedDocs)) writeFileSync(new URL(name, docs), text());
  writeFileSync(new URL('src/config/raw-config.ts', PROGRAM), configTypes());
}
