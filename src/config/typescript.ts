import { configSchema, deref, type Schema } from './schema.js';

/** The text of `src/config/raw-config.ts`: the configuration's types and their comments, made from its schema. */
export function configTypes(): string {
  const schema = configSchema();
  const source = deref(schema, { $ref: '#/$defs/source' });
  return [
    '// Generated from `schemas/svc.config.schema.json` by `npm run docs`; changes made here are lost.\n',
    comment('A source with its format and options.', ''),
    `export interface RawSourceObject ${objectType(schema, source, '')}\n`,
    comment('The configuration as users write it.', ''),
    `export interface RawConfig ${objectType(schema, schema, '')}\n`,
  ].join('\n');
}

function objectType(root: Schema, { properties, required = [] }: Schema, indent: string): string {
  const inner = `${indent}  `;
  const keys = Object.entries(properties as Readonly<Record<string, Schema>>)
    .filter(([key]) => key !== '$schema')
    .map(([key, schema]) => {
      const optional = (required as readonly string[]).includes(key) ? '' : '?';
      return `${keyComment(schema, inner)}${inner}readonly ${key}${optional}: ${typeOf(root, schema, inner)};\n`;
    });
  return `{\n${keys.join('')}${indent}}`;
}

function typeOf(root: Schema, written: Schema, indent: string): string {
  if (written['$ref'] === '#/$defs/source') return 'RawSourceObject';
  const schema = deref(root, written);
  if (Array.isArray(schema['enum'])) return union(schema['enum'].map(quoted));
  if (Array.isArray(schema['anyOf']))
    return union((schema['anyOf'] as readonly Schema[]).map((branch) => typeOf(root, branch, indent)));
  const types = [schema['type'] ?? 'object'].flat().map(String);
  return union(types.map((type) => typeNamed(type, root, schema, indent)));
}

function typeNamed(type: string, root: Schema, schema: Schema, indent: string): string {
  if (type === 'object')
    return schema['properties'] === undefined
      ? 'Readonly<Record<string, unknown>>'
      : objectType(root, schema, indent);
  if (type === 'array') return listType(root, schema, indent);
  return type === 'integer' ? 'number' : type;
}

function listType(root: Schema, { items = {}, minItems }: Schema, indent: string): string {
  const item = items as Schema;
  // A pair: one item of each type.
  if (Array.isArray(item['type']) && item['type'].length === minItems)
    return `readonly [${item['type'].map((type) => typeNamed(type, root, {}, indent)).join(', ')}]`;
  const inner = typeOf(root, item, indent);
  const isUnion = Array.isArray(item['enum']) || Array.isArray(item['anyOf']);
  return isUnion ? `readonly (${inner})[]` : `readonly ${inner}[]`;
}

function union(types: readonly string[]): string {
  return types.join(' | ');
}

function quoted(text: unknown): string {
  return `'${String(text)}'`;
}

function keyComment({ description = '', default: initial }: Schema, indent: string): string {
  // Editors resolve no links to other documents.
  const text = String(description).replaceAll(/\[[^\]]+\]\(([^)]+)\)/g, '`docs/$1`');
  return `${comment(text, indent, initial === undefined ? undefined : JSON.stringify(initial))}\n`;
}

function comment(text: string, indent: string, initial?: string): string {
  const safe = text.replaceAll('*/', '*\\/');
  return `${indent}/** ${safe}${initial === undefined ? '' : ` Default: \`${initial}\`.`} */`;
}
