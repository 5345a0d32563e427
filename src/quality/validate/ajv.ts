/** Validates documents against their schemas. */

import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { ErrorObject, ValidateFunction } from 'ajv';
import type { Ajv2020 } from 'ajv/dist/2020.js';
import { type SaxesAttributeNS, SaxesParser } from 'saxes';
import { SvcError } from '../../core/errors.js';
import { CODE, PROGRAM } from '../../core/files.js';

const FOLDER = new URL('schemas/', PROGRAM);

/** Where `bin/compile-schemas.js` puts the validators of documents; missing next to the TypeScript sources. */
const COMPILED = new URL('validators/', CODE);

const require = createRequire(import.meta.url);

let instance: Ajv2020 | undefined;

// One instance for every schema that is not compiled, created on first use.
function ajv(): Ajv2020 {
  if (instance === undefined) {
    const { Ajv2020 } = require('ajv/dist/2020.js') as typeof import('ajv/dist/2020.js');
    const addFormats = require('ajv-formats') as typeof import('ajv-formats');
    // A test validates the schemas by the meta-schema; compiling that one takes longer than compiling any of them.
    const trusted = { meta: false, validateSchema: false };
    instance = new Ajv2020({ allErrors: true, strictTypes: false, strictRequired: false, ...trusted });
    addFormats.default(instance);
  }
  return instance;
}

/**
 * The validator of a schema in `schemas/`. References between the files are by file name.
 * @param file for example `changes.schema.json`
 * @throws SvcError `SVC_INTERNAL` when there is no such schema
 * @see https://json-schema.org/draft/2020-12
 */
export function schemaValidator(file: string): ValidateFunction {
  const compiled = fileURLToPath(new URL(`${file}.cjs`, COMPILED));
  return existsSync(compiled) ? (require(compiled) as ValidateFunction) : makeValidator(file);
}

/** Compiles a schema at run time. A test compares its results with those of the schema compiled in advance. */
export function makeValidator(file: string): ValidateFunction {
  load(file);
  const validate = ajv().getSchema(file);
  if (validate === undefined) throw new SvcError('SVC_INTERNAL', `schema ${file} can't be compiled`);
  return validate;
}

function load(file: string): void {
  // `schemas` holds what was added; `getSchema` would compile before the references are there.
  if (ajv().schemas[file] !== undefined) return;
  const schema = readSchema(file);
  ajv().addSchema(schema, file);
  for (const [, other] of JSON.stringify(schema).matchAll(/"\$ref":"([\w.-]+\.json)[#"]/g)) {
    if (other !== undefined) load(other);
  }
}

function readSchema(file: string): Record<string, unknown> {
  try {
    return JSON.parse(readFileSync(new URL(file, FOLDER), 'utf8')) as Record<string, unknown>;
  } catch (cause) {
    throw new SvcError('SVC_INTERNAL', `schema ${file} can't be read`, { cause });
  }
}

/** A place in a JSON document that a schema does not accept. */
interface SchemaProblem {
  /** JSON pointer; empty for the document as a whole. */
  readonly pointer: string;
  /** The fault, without its place. */
  readonly message: string;
}

/**
 * Every place that a schema does not accept; empty when the value is valid.
 * @param file name of the schema in `schemas/`
 * @throws SvcError `SVC_INTERNAL` when there is no such schema
 */
export function schemaProblems(file: string, value: unknown): readonly SchemaProblem[] {
  const validate = schemaValidator(file);
  return validate(value) ? [] : (validate.errors ?? []).map(toProblem);
}

/**
 * The violations of a schema by a value, one sentence each; empty when it is valid.
 * @param file name of the schema in `schemas/`
 */
export function schemaErrors(file: string, value: unknown): readonly string[] {
  return schemaProblems(file, value).map(
    ({ pointer, message }) => `${pointer === '' ? 'the document' : pointer} ${message}`,
  );
}

function toProblem({ instancePath, message = 'is invalid', params }: ErrorObject): SchemaProblem {
  const extra = 'additionalProperty' in params ? ` ("${String(params['additionalProperty'])}")` : '';
  const allowed = 'allowedValues' in params ? `: ${(params['allowedValues'] as unknown[]).join(', ')}` : '';
  const wanted = 'allowedValue' in params ? `: ${JSON.stringify(params['allowedValue'])}` : '';
  return { pointer: instancePath, message: message + extra + allowed + wanted };
}

/** A complete element. */
export interface XmlElement {
  /** Local names from the root on, with `/` between: `urlset/url/loc`. */
  readonly path: string;
  readonly namespace: string;
  /** By local name. */
  readonly attributes: Readonly<Record<string, string>>;
  /** Text directly inside it. */
  readonly text: string;
  readonly line: number;
}

type Open = Omit<XmlElement, 'text'> & { text: string };

/** Where a document stops being XML. */
interface XmlFault {
  readonly line: number;
  readonly message: string;
}

/** The longest text that is kept of one element. */
const MAX_TEXT = 10_000;

/**
 * Reads an XML document of any length, piece by piece. Entities beyond the five of XML are never expanded.
 * @param onElement called for every element when it ends
 * @returns the first fault; undefined for well-formed XML with declared namespaces
 */
export function readXml(
  chunks: Iterable<Uint8Array>,
  onElement: (element: XmlElement) => void,
): XmlFault | undefined {
  const parser = new SaxesParser({ xmlns: true });
  const open: Open[] = [];
  let fault: XmlFault | undefined;
  const add = (text: string) => {
    const last = open.at(-1);
    if (last !== undefined && last.text.length < MAX_TEXT) last.text += text;
  };
  parser.on('error', ({ message }) => {
    fault ??= { line: parser.line, message: message.replace(/^\d+:\d+: /, '') };
  });
  parser.on('opentag', ({ local, uri, attributes }) => {
    const parent = open.at(-1)?.path;
    const path = parent === undefined ? local : `${parent}/${local}`;
    open.push({ path, namespace: uri, attributes: plainAttributes(attributes), line: parser.line, text: '' });
  });
  parser.on('text', add);
  parser.on('cdata', add);
  parser.on('closetag', () => {
    const element = open.pop();
    if (element !== undefined) onElement({ ...element, text: element.text.trim() });
  });
  const decoder = new TextDecoder();
  for (const chunk of chunks) {
    parser.write(decoder.decode(chunk, { stream: true }));
    if (fault !== undefined) return fault;
  }
  parser.write(decoder.decode()).close();
  return fault;
}

function plainAttributes(attributes: Readonly<Record<string, SaxesAttributeNS>>): Record<string, string> {
  return Object.fromEntries(Object.values(attributes).map(({ local, value }) => [local, value]));
}
