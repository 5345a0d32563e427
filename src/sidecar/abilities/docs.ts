import { withGeneratedParts } from '../../core/generated-parts.js';
import { type Ability, abilityName, type JsonSchema, wireName } from './ability.js';
import { abilities } from './table.js';

/** The text of `docs/abilities.md`, with the table of abilities. */
export function abilitiesReference(): string {
  const of = (tier: Ability['tier']) => abilities.filter((ability) => ability.tier === tier);
  return withGeneratedParts('abilities.md', {
    read: table(of('read')),
    write: table(of('write')),
    documents: documents(of('document')),
    input: abilities
      .filter(({ tier }) => tier !== 'document')
      .map(section)
      .join('\n'),
  });
}

function table(list: readonly Ability[]): string {
  const rows = list.map(
    (ability) => `| \`${abilityName(ability)}\` | ${firstSentence(ability.description)} | ${who(ability)} |`,
  );
  return ['| Ability | What it does | Who may |', '| --- | --- | --- |', ...rows].join('\n');
}

function documents(list: readonly Ability[]): string {
  const rows = list.map(({ resource, ...ability }) => {
    return `| \`${abilityName(ability)}\` | \`${resource?.path ?? ''}\` | \`${resource?.mimeType ?? ''}\` |`;
  });
  return ['| Ability | Document | Type |', '| --- | --- | --- |', ...rows].join('\n');
}

function who({ permission = 'manage' }: Ability): string {
  if (typeof permission === 'function') return 'own rule';
  return permission === 'anybody' ? 'everyone' : `\`${permission}\``;
}

function firstSentence(text: string): string {
  return inCell(/^.*?[.](?=\s|$)/.exec(text)?.[0] ?? text);
}

function section(ability: Ability): string {
  const properties = Object.entries(
    (ability.input['properties'] ?? {}) as Readonly<Record<string, JsonSchema>>,
  );
  const required = (ability.input['required'] ?? []) as readonly string[];
  const rows = properties.map(
    ([name, schema]) =>
      `| \`${name}\` | ${kindOf(schema, required.includes(name))} | ${inCell(String(schema['description'] ?? ''))} |`,
  );
  const input =
    rows.length === 0
      ? 'No input.'
      : ['| Member | Kind | Meaning |', '| --- | --- | --- |', ...rows].join('\n');
  return `### ${abilityName(ability)}

${ability.description} Tool: \`${wireName(ability)}\`.

${input}
`;
}

function kindOf(schema: JsonSchema, isRequired: boolean): string {
  const { default: fallback, enum: words } = schema;
  const facts = [
    typeOf(schema),
    ...(Array.isArray(words) ? [words.map((word) => `\`${String(word)}\``).join(', ')] : []),
    ...(isRequired ? ['required'] : []),
    ...(fallback === undefined ? [] : [`default \`${JSON.stringify(fallback)}\``]),
  ];
  return facts.join('; ');
}

function typeOf(schema: JsonSchema): string {
  const { type, items, anyOf, oneOf } = schema;
  const alternatives = [anyOf, oneOf].find(Array.isArray) as readonly JsonSchema[] | undefined;
  if (alternatives !== undefined) return alternatives.map(typeOf).join(' or ');
  if (type === 'array') return `list of ${typeOf((items ?? {}) as JsonSchema)}`;
  if (Array.isArray(type)) return type.join(' or ');
  return typeof type === 'string' ? type : 'anything';
}

/** A bar would end the cell. */
function inCell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ');
}
