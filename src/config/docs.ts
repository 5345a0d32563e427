import { withGeneratedParts } from '../core/generated-parts.js';
import { settingSections } from './declarations.js';
import { options } from './env.js';
import type { Field, FieldSet } from './field.js';
import { ofFeature } from './fields.js';
import { profileSettings } from './profile.js';
import { configSchema, deref, type Schema } from './schema.js';

/** The text of `docs/settings.md`, with the declarations. */
export function settingsReference(): string {
  const sections = settingSections.flatMap(({ title, fields }) => [
    `## ${title}`,
    table(settingRows(fields, '')),
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
  const keys = table([['Key', 'Type', 'Default', 'Meaning'], ...keyRows(schema, schema, '')]);
  const flags = table([
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
export function table(rows: readonly (readonly string[])[]): string {
  const lines = rows.map((row) => `| ${row.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`);
  const [head = '', ...body] = lines;
  const rule = `|${(rows[0] ?? []).map(() => '---|').join('')}`;
  return [head, rule, ...body].join('\n');
}
