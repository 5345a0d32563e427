// Part of `npm run build`: the validators of the documents that a build writes, as code. To load the compiler of
// schemas, and to compile one, takes longer than to check all documents.
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const { Ajv2020 } = require('ajv/dist/2020.js');
const { default: addFormats } = require('ajv-formats');
const { default: standaloneCode } = require('ajv/dist/standalone');

const FOLDER = new URL('../schemas/', import.meta.url);

/** Those that the table of surfaces names; a test compares them. */
const DOCUMENTS = [
  'agent-card',
  'agent-skills',
  'ai-catalog',
  'api-catalog',
  'changes',
  'content-item',
  'content-list',
  'discovery',
  'http-message-signatures-directory',
  'mcp',
  'mcp-server-card',
  'oauth-authorization-server',
  'oauth-protected-resource',
  'openapi',
  'rest-index',
  'tdmrep',
];

/** The code of each validator, by the name of its file; with the options of src/quality/validate/ajv.ts. */
export function compiledSchemas() {
  const trusted = { meta: false, validateSchema: false };
  const loose = { strictTypes: false, strictRequired: false };
  const ajv = new Ajv2020({ allErrors: true, ...loose, ...trusted, code: { source: true } });
  addFormats(ajv);
  for (const name of readdirSync(FOLDER)) {
    ajv.addSchema(JSON.parse(readFileSync(new URL(name, FOLDER), 'utf8')), name);
  }
  return DOCUMENTS.map((name) => {
    const file = `${name}.schema.json`;
    return [`${file}.cjs`, standaloneCode(ajv, ajv.getSchema(file))];
  });
}
