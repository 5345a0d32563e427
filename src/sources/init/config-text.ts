import { stringify } from 'yaml';
import { configSchema, deref, type Schema } from '../../config/schema.js';
import { traitsOf } from '../table.js';
import type { Findings } from './detect-site.js';

/** The common keys in the order of the file, with a start value. The schema explains them. */
const KEYS: readonly (readonly [key: string, example: unknown])[] = [
  ['site.url', 'https://example.org'],
  ['site.name', 'My site'],
  ['site.description', 'What the site is about, in one sentence.'],
  ['site.lang', 'en'],
  ['site.timezone', 'Europe/Lisbon'],
  ['site.public', true],
  ['site.privacyPolicyUrl', '/privacy/'],
  ['source', 'content'],
  ['siteDir', '_site'],
  ['inPlace', true],
  ['publicDir', 'public'],
  ['out', 'out'],
  ['html', 'render'],
  ['languages', ['fr']],
  ['identity', { type: 'Organization', name: 'My organisation' }],
  ['hosts', ['netlify']],
  ['restApi', 'static'],
  ['sidecar', false],
  ['profile', 'max-readiness'],
  ['plugins', ['./plugin.mjs']],
];

/** The origin of an address that a user has typed. */
export const ANSWER = 'your answer';

const HEAD = `# Configuration of svc. Paths are relative to this file; every key is described in docs/configuration.md.
# To use a key that is switched off, remove the # in front of it (and of the lines that belong to it).`;

/**
 * The text of a configuration: detected values are filled in, the other common keys are commented out.
 * @returns YAML, since JSON has no comments and a module would be a program
 */
export function configText(findings: Findings): string {
  const schema = configSchema();
  const found = valuesOf(findings);
  const blocks = KEYS.filter(([key]) => !key.includes('.')).map(([key, example]) =>
    keyBlock(schema, key, found.get(key), example, reasonOf(key, findings)),
  );
  return `${[HEAD, siteBlock(schema, findings), ...blocks].join('\n\n')}\n`;
}

function valuesOf({
  sources: found,
  siteDir,
  inPlace,
  publicDir,
  out,
  url,
  hosts,
}: Findings): ReadonlyMap<string, unknown> {
  const sources = found.map((one) =>
    one.type !== 'auto' && traitsOf(one.type).needsUrl && url !== undefined
      ? { ...one, options: { url: url.url } }
      : one,
  );
  const [first] = sources;
  const values: readonly (readonly [string, unknown])[] = [
    ['source', sources.length > 1 ? sources : first],
    ['siteDir', siteDir],
    ['inPlace', inPlace || undefined],
    ['publicDir', publicDir],
    ['out', out === 'out' ? undefined : out],
    ['hosts', hosts.length === 0 ? undefined : hosts],
  ];
  return new Map(values.filter(([, value]) => value !== undefined));
}

/** The explanation of a value that was filled in. */
function reasonOf(key: string, { generator, others, out, siteDir, inPlace }: Findings): string | undefined {
  if (key === 'source') {
    const left =
      others.length === 0
        ? ''
        : `Not used, because they belong to another site or are unreadable: ${others.join(', ')}.`;
    return generator === undefined ? left || undefined : `Files of a site made with ${generator}.`;
  }
  if (key === 'inPlace' && inPlace) return `${siteDir} already has files of such a build.`;
  if (key === 'out' && out.startsWith('../'))
    return 'Next to this folder, which is the content itself or has a folder "out" of its own.';
  if (key === 'out' && siteDir === 'out') return 'The folder "out" holds the built site.';
  return undefined;
}

function siteBlock(schema: Schema, { url }: Findings): string {
  const lines = KEYS.filter(([key]) => key.startsWith('site.')).flatMap(([key, example]) => {
    const name = key.slice('site.'.length);
    const isFound = name === 'url' && url !== undefined;
    const text = stringify({ [name]: isFound ? url.url : example }).trimEnd();
    const isGiven = url?.from === '--base-url' || url?.from === ANSWER;
    const origin = isFound && !isGiven ? [`  # Found in ${oneLine(url.from)}.`] : [];
    return [`  # ${describe(schema, key)}`, ...origin, isFound ? `  ${text}` : `#  ${text}`];
  });
  return [`# ${describe(schema, 'site')}`, 'site:', ...lines].join('\n');
}

function keyBlock(
  schema: Schema,
  key: string,
  value: unknown,
  example: unknown,
  reason: string | undefined,
): string {
  const lines = stringify({ [key]: value ?? example })
    .trimEnd()
    .split('\n');
  return [
    `# ${describe(schema, key)}`,
    ...(reason === undefined ? [] : [`# ${oneLine(reason)}`]),
    ...(value === undefined ? lines.map((line) => `#${line}`) : lines),
  ].join('\n');
}

/** The schema's own words for a key: the reference and this file say the same. */
function describe(root: Schema, key: string): string {
  let at: Schema = root;
  for (const part of key.split('.')) {
    const properties = (deref(root, at)['properties'] ?? {}) as Readonly<Record<string, Schema>>;
    at = properties[part] ?? {};
  }
  return oneLine(String(at['description'] ?? ''));
}

/** File names are untrusted: they must not end the comment. */
function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ');
}
