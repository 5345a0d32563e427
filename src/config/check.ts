import { readFileSync } from 'node:fs';
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import { didYouMean } from '../core/did-you-mean.js';
import { SvcError } from '../core/errors.js';
import type { RawConfig } from './config.js';
import { describeFound, fileOrigin, type Origin } from './origin.js';
import type { ParsedText } from './parse.js';

type Path = readonly (string | number)[];

/** The hand-written schema of the configuration: the only list of its keys. */
export function configSchema(): Readonly<Record<string, unknown>> {
  const url = new URL('../../schemas/svc.config.schema.json', import.meta.url);
  return JSON.parse(readFileSync(url, 'utf8')) as Record<string, unknown>;
}

let compiled: ValidateFunction | undefined;

function validator(): ValidateFunction {
  compiled ??= new Ajv2020({ allErrors: true, verbose: true, allowUnionTypes: true }).compile(configSchema());
  return compiled;
}

/**
 * Checks a configuration against its schema.
 * @param file name for messages
 * @param folder of the configuration
 * @throws SvcError `SVC_CONFIG_INVALID` for the first problem of the file: field, expected, found, and for an
 * unknown key the one that was probably meant
 */
export function checkConfig(parsed: ParsedText, file: string, folder: string): RawConfig {
  const validate = validator();
  if (validate(parsed.value)) return parsed.value as RawConfig;
  const problems = withoutNoise(validate.errors ?? []).map((error) => {
    const path = pathOf(error);
    return { error, path, origin: fileOrigin(file, folder, path, parsed.locate) };
  });
  const [first] = problems.sort((a, b) => position(a.origin) - position(b.origin));
  if (first === undefined) throw new SvcError('SVC_INTERNAL', 'a configuration was refused without a reason');
  throw problemError(first.error, first.path, first.origin, problems.length - 1);
}

function position(origin: Origin): number {
  return (origin.location.line ?? 0) * 10_000 + (origin.location.column ?? 0);
}

/**
 * Alternatives (a path, an object or a list) fail all at once. Where the value has the type of one of them,
 * the faults inside say more than "none fits"; else "none fits" says it all.
 */
function withoutNoise(errors: readonly ErrorObject[]): ErrorObject[] {
  let kept = [...errors];
  const choices = kept.filter((error) => error.keyword === 'anyOf');
  for (const choice of choices.sort((a, b) => b.instancePath.length - a.instancePath.length)) {
    const inside = kept.filter(
      (error) => error !== choice && isWithin(error.instancePath, choice.instancePath),
    );
    const telling = inside.filter(
      (error) => error.instancePath !== choice.instancePath || !['type', 'enum'].includes(error.keyword),
    );
    const drop = new Set<ErrorObject>(
      telling.length > 0 ? [choice, ...inside.filter((e) => !telling.includes(e))] : inside,
    );
    kept = kept.filter((error) => !drop.has(error));
  }
  return kept;
}

function isWithin(path: string, parent: string): boolean {
  return path === parent || path.startsWith(`${parent}/`);
}

function pathOf(error: ErrorObject): Path {
  const path = error.instancePath
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .map((part) => (/^\d+$/.test(part) ? Number(part) : part));
  const extra: unknown = error.params['additionalProperty'];
  return typeof extra === 'string' ? [...path, extra] : path;
}

function problemError(error: ErrorObject, path: Path, origin: Origin, others: number): SvcError {
  const name = origin.location.field ?? 'the configuration';
  const { message, fix } = explain(error, path, name, origin.secret);
  const more = others === 0 ? '' : ` (and ${others} more ${others === 1 ? 'problem' : 'problems'})`;
  return new SvcError('SVC_CONFIG_INVALID', `${message}${more}`, { ...origin.location, fix });
}

function explain(
  error: ErrorObject,
  path: Path,
  name: string,
  secret: boolean,
): { message: string; fix: string } {
  if (error.keyword === 'additionalProperties') return explainUnknown(error, path, name);
  if (error.keyword === 'required') {
    const missing = String(error.params['missingProperty']);
    return {
      message: `${name}: expected the key "${missing}", found none`,
      fix: `Add "${missing}" to ${name}.`,
    };
  }
  const expected = expectation(error);
  const found = describeFound(error.data, secret);
  const values = (error.schema as readonly unknown[] | undefined) ?? [];
  const near =
    error.keyword === 'enum' && typeof error.data === 'string'
      ? didYouMean(error.data, values.map(String))
      : undefined;
  return {
    message: `${name}: expected ${expected}, found ${found}`,
    fix: near === undefined ? `Write ${expected}.` : `Did you mean "${near}"?`,
  };
}

function explainUnknown(error: ErrorObject, path: Path, name: string): { message: string; fix: string } {
  const schema = error.parentSchema as { properties?: Readonly<Record<string, unknown>> } | undefined;
  const known = Object.keys(schema?.properties ?? {}).filter((key) => key !== '$schema');
  const near = didYouMean(String(path.at(-1)), known);
  return {
    message: `${name}: no such key`,
    fix: near === undefined ? `Known keys here: ${known.join(', ')}.` : `Did you mean "${near}"?`,
  };
}

const TYPE_WORDS: Readonly<Record<string, string>> = {
  string: 'a text',
  boolean: 'true or false',
  object: 'an object',
  array: 'a list',
  number: 'a number',
};

function expectation(error: ErrorObject): string {
  switch (error.keyword) {
    case 'type':
      return [error.schema]
        .flat()
        .map((type) => TYPE_WORDS[String(type)] ?? String(type))
        .join(', or ');
    case 'enum':
      return `one of ${(error.schema as readonly unknown[]).join(', ')}`;
    case 'minLength':
      return 'a text that is not empty';
    case 'minItems':
      return 'a list that is not empty';
    case 'anyOf':
      return alternatives(error.schema as readonly Readonly<Record<string, unknown>>[]);
    default:
      return error.message ?? 'another value';
  }
}

function alternatives(branches: readonly Readonly<Record<string, unknown>>[]): string {
  const words = branches.map((branch) => {
    if (Array.isArray(branch['enum'])) return branch['enum'].map((value) => JSON.stringify(value)).join(', ');
    return TYPE_WORDS[String(branch['type'] ?? 'object')] ?? 'another value';
  });
  return words.join(', or ');
}
