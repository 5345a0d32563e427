import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { configurationReference, settingsReference } from '../config/docs.js';
import { hooksReference } from '../config/hooks/docs.js';
import { privacyReference } from '../content/privacy/docs.js';
import { PROGRAM } from '../core/program-files.js';
import { documentsReference, surfacesReference } from '../documents/docs.js';
import { checksReference } from '../quality/readiness/docs.js';
import { abilitiesReference } from '../sidecar/abilities/docs.js';

/** The generated pages of `docs/`, by file name. Tests compare them with the files. */
export const generatedDocs: Readonly<Record<string, () => string>> = {
  'settings.md': settingsReference,
  'configuration.md': configurationReference,
  'hooks.md': hooksReference,
  'surfaces.md': surfacesReference,
  'checks.md': checksReference,
  'documents/README.md': documentsReference,
  'abilities.md': abilitiesReference,
  'privacy.md': privacyReference,
};

/** Writes every generated page below the given folder. */
export function writeDocs(folder: string): void {
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of Object.entries(generatedDocs)) writeFileSync(`${folder}/${name}`, text());
}

// Run by `npm run docs`; importing the module writes nothing.
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeDocs(fileURLToPath(new URL('docs', PROGRAM)));
}
