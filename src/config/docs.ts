import { withGeneratedParts } from '../core/generated-parts.js';
import { settingSections } from './declarations.js';
import { options } from './env.js';
import { type Field, type FieldSet, ofFeature } from './fields.js';
import { hookGroups } from './hooks/names.js';
import type { ActionRow, FilterRow } from './hooks/row.js';
import { configSchema, deref, type Schema } from './schema.js';
import { profileSettings } from './settings-merge.js';

/** The text of `docs/settings.md`, with the declarations. */
export function settingsReference(): string {
  const sections = settingSections.flatMap(({ title, fields }) => [
    `## ${title}`,
    gfmTable(settingRows(fields, '')),
  ]);
  const changes = Object.entries(profileSettings('max-readiness')).map(
    ([key, value]) => `\`${key}\` ${JSON.stringify(value)}`,
  );
  return withGeneratedParts('settings.md', {
    profile: changes.join(', '),
    settings: sections.join('\n\n'),
  });
}

function settingRows(fields: FieldSet, prefix: string): string[][] {
  const head = prefix === '' ? [['Key', 'Type', 'Default', 'Rule', 'Meaning', 'Feature']] : [];
  const rows = Object.entries(fields).flatMap(([key, one]) => [
    settingRow(`${prefix}${key}`, one),
    ...(one.parts === undefined ? [] : settingRows(ofFeature(one.feature, one.parts), `${prefix}${key}.`)),
  ]);
  return [...head, ...rows];
}

function settingRow(key: string, one: Field<unknown>): string[] {
  const initial = one.parts === undefined ? `\`${JSON.stringify(one.initial)}\`` : 'see below';
  return [`\`${key}\``, one.kind, initial, one.rule, one.text, one.feature];
}

/** The text of `docs/configuration.md`, with the keys of the schema and the table of flags. */
export function configurationReference(): string {
  const schema = configSchema();
  const keys = gfmTable([['Key', 'Type', 'Default', 'Meaning'], ...keyRows(schema, schema, '')]);
  const flags = gfmTable([
    ['Flag', 'Variable', 'Meaning'],
    ...options.map(({ usage, variable, hostVariable, text }) => [
      `\`${usage}\``,
      hostVariable === undefined ? `\`${variable}\`` : `\`${variable}\` or \`${hostVariable}\``,
      text,
    ]),
  ]);
  return withGeneratedParts('configuration.md', { keys, flags });
}

function keyRows(root: Schema, parent: Schema, prefix: string): string[][] {
  const properties = (parent['properties'] ?? {}) as Readonly<Record<string, Schema>>;
  const required = (parent['required'] ?? []) as readonly string[];
  return Object.entries(properties)
    .filter(([key]) => key !== '$schema')
    .flatMap(([key, schema]) => {
      const name = `${prefix}${key}`;
      const text = `${required.includes(key) ? 'Required. ' : ''}${String(schema['description'] ?? '')}`;
      const row = [`\`${name}\``, typeText(schema), initialText(schema), text];
      return [
        row,
        ...nestedObjects(root, schema).flatMap(([suffix, inner]) =>
          keyRows(root, inner, `${name}${suffix}.`),
        ),
      ];
    });
}

/** Objects with keys of their own: the value itself, the items of a list, or one of several forms. */
function nestedObjects(root: Schema, schema: Schema): (readonly [string, Schema])[] {
  const resolved = deref(root, schema);
  if (resolved['properties'] !== undefined) return [['', resolved]];
  const items = resolved['items'] as Schema | undefined;
  if (items !== undefined) return nestedObjects(root, items).map(([suffix, inner]) => [`[]${suffix}`, inner]);
  const branches = (resolved['anyOf'] ?? []) as readonly Schema[];
  return branches
    .filter((branch) => branch['type'] !== 'array')
    .flatMap((branch) => nestedObjects(root, branch));
}

function typeText(schema: Schema): string {
  if (Array.isArray(schema['enum'])) return schema['enum'].map((value) => `\`${String(value)}\``).join(', ');
  if (Array.isArray(schema['anyOf'])) {
    const words = (schema['anyOf'] as readonly Schema[]).map((branch) =>
      '$ref' in branch ? 'object' : typeText(branch),
    );
    return words.join(' or ');
  }
  const type = [schema['type'] ?? 'object'].flat().join(' or ');
  const items = schema['items'] as Schema | undefined;
  return type === 'array' && items !== undefined ? `list of ${typeText(items)}` : type;
}

function initialText(schema: Schema): string {
  return 'default' in schema ? `\`${JSON.stringify(schema['default'])}\`` : '';
}

/** A GFM table; the first row is its head. */
function gfmTable(rows: readonly (readonly string[])[]): string {
  const lines = rows.map((row) => `| ${row.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`);
  const [head = '', ...body] = lines;
  const rule = `|${(rows[0] ?? []).map(() => '---|').join('')}`;
  return [head, rule, ...body].join('\n');
}

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

/** The text of `docs/hooks.md`, with the declarations. */
export function hooksReference(): string {
  const groups = hookGroups.flatMap(({ title, rows }) => [
    `## ${title}`,
    gfmTable([
      ['Name', 'Kind', 'Value', 'Further arguments', 'Meaning', 'State'],
      ...Object.entries(rows).map(([name, row]) => hookRow(name, row)),
    ]),
  ]);
  return withGeneratedParts('hooks.md', { hooks: groups.join('\n\n') });
}

function hookRow(name: string, row: FilterRow<unknown> | ActionRow): string[] {
  const value = row.kind === 'filter' ? row.value : '';
  const args = row.args.map((arg) => `\`${arg}\``).join(', ');
  return [`\`${name}\``, row.kind, value, args, row.text, row.status];
}
