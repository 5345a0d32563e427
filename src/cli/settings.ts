import { existsSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { settingSections } from '../config/declarations.js';
import type { FieldSet } from '../config/fields.js';
import type { Hooks } from '../config/hooks/hooks.js';
import { loadConfig } from '../config/load.js';
import { configSchema } from '../config/schema.js';
import { type Settings, sanitiseSettings } from '../config/settings.js';
import { baseSettings } from '../config/settings-merge.js';
import type { SettingsStore } from '../config/settings-store.js';
import { didYouMean } from '../core/did-you-mean.js';
import { type ExitCode, SvcError } from '../core/errors.js';
import { isObject, jsonOrText } from '../core/json.js';
import { databaseAddress } from '../storage/open-settings.js';
import { confirmed } from './ask.js';
import { printNotices } from './print.js';
import type { DatabaseFlags } from './shared-options.js';
import { siteSettings } from './site-settings.js';
import type { Terminal } from './terminal.js';

/** Flags of `svc settings`. */
export interface SettingsFlags extends DatabaseFlags {
  /** Answers the question before all settings are reset. */
  readonly yes?: boolean;
}

/** The action to run. */
interface SettingsCall {
  readonly verb: 'get' | 'set' | 'reset';
  /** `topics_max`, or `identity.about`. */
  readonly key: string | undefined;
  readonly value: string | undefined;
}

/** `svc settings get|set|reset`. */
export async function settings(
  { verb, key, value }: SettingsCall,
  flags: SettingsFlags,
  terminal: Terminal,
): Promise<ExitCode> {
  if (verb === 'reset' && key === undefined) {
    await confirmed('Set every setting to its default?', flags.yes === true, terminal);
  }
  const loaded = await loadConfig({ ...terminal, flags });
  const base = baseSettings(loaded.config.profile, loaded.config.identity);
  const path = key?.split('.') ?? [];
  assertKnown(path, base);
  const { hooks, store, close } = await siteSettings(loaded);
  try {
    const before = verb === 'get' ? undefined : await store.read();
    const result = await run(store, { verb, path, value, base });
    const isAsked = before?.store_flagged_ips === true || path[0] === 'store_flagged_ips';
    if (before !== undefined && isAsked && !result.store_flagged_ips) {
      await forgetAddresses(databaseAddress(loaded.config, loaded.folder), hooks);
    }
    const shown = at(result, path);
    terminal.out(`${JSON.stringify(flags.json === true ? { settings: result } : shown, null, 2)}\n`);
    return 0;
  } finally {
    await close();
    await hooks.close();
    printNotices(hooks, terminal.err);
  }
}

interface Run {
  readonly verb: SettingsCall['verb'];
  readonly path: readonly string[];
  readonly value: string | undefined;
  readonly base: Settings;
}

async function run(store: SettingsStore, { verb, path, value, base }: Run): Promise<Settings> {
  if (verb === 'get') return store.read();
  if (verb === 'reset' && path.length === 0) return store.reset();
  const wanted = verb === 'reset' ? at(base, path) : readValue(path, value ?? '', base);
  const patch = path.reduceRight<unknown>((inner, key) => ({ [key]: inner }), wanted);
  return store.update((current) => {
    const next = sanitiseSettings(patch, current, { types: namedTypes(patch, current) });
    if (verb === 'set' && !isTaken(wanted, at(next, path), at(current, path))) {
      throw notAllowed(path, value ?? '');
    }
    return next;
  }, patch);
}

/**
 * Checks whether a value was stored, and not left as it was before. A number out of bounds isn't what was requested; a
 * text or a list may be cleaned, but not away. Of a map, only the named keys count.
 */
function isTaken(wanted: unknown, stored: unknown, before: unknown): boolean {
  if (isDeepStrictEqual(stored, wanted)) return true;
  if (isObject(wanted) && isObject(stored)) {
    const old = isObject(before) ? before : {};
    return Object.entries(wanted).every(([key, value]) => isTaken(value, stored[key], old[key]));
  }
  const isSame = isDeepStrictEqual(stored, before);
  if (Array.isArray(stored)) {
    const items: readonly unknown[] = Array.isArray(wanted) ? wanted : [wanted].filter((one) => one !== '');
    const isFrom = (item: unknown) => items.some((one) => isDeepStrictEqual(one, item));
    return items.length === 0 || (stored.length > 0 && (!isSame || stored.every(isFrom)));
  }
  if (typeof stored !== 'string') return false;
  return !isSame || (typeof wanted === 'string' && wanted.replace(/\s+/g, ' ').trim() === stored);
}

const ON_OFF = new Map([
  ...['true', 'on', 'yes', '1'].map((word) => [word, true] as const),
  ...['false', 'off', 'no', '0'].map((word) => [word, false] as const),
]);

/** JSON or text. The API takes any word for "on"; here, a typing error in "false" would switch something on. */
function readValue(path: readonly string[], value: string, base: Settings): unknown {
  const usual = at(base, path);
  if (typeof usual === 'object' && /^\s*[[{]/.test(value) && typeof jsonOrText(value) === 'string') {
    const fix = `Shells remove quotation marks. Put single quotes around the value, or escape the marks in it: '{"a": ["b"]}'.`;
    throw new SvcError('SVC_USAGE', `${path.join('.')}: the value isn't valid JSON: ${value}`, { fix });
  }
  if (typeof usual !== 'boolean') return jsonOrText(value);
  const wanted = ON_OFF.get(value.trim().toLowerCase());
  if (wanted === undefined) throw notAllowed(path, value);
  return wanted;
}

function notAllowed(path: readonly string[], value: string): SvcError {
  const rule = ruleOf(path);
  const fix = rule === '' ? 'See docs/settings.md for its values.' : `Allowed: ${rule}`;
  return new SvcError('SVC_USAGE', `${path.join('.')} can't be ${value}`, { fix });
}

/** Type and bounds of a setting, as in docs/settings.md; of a switch also the text, since it may depend on another. */
function ruleOf(path: readonly string[]): string {
  let fields: FieldSet = Object.assign({}, ...settingSections.map((section) => section.fields)) as FieldSet;
  let field: FieldSet[string] | undefined;
  for (const key of path) {
    field = fields[key];
    fields = field?.parts ?? {};
  }
  if (field === undefined) return '';
  const { kind, rule, text } = field;
  const keys = Object.keys(fields).join(', ');
  if (rule !== '') return `${kind}, ${rule}.`;
  return keys === '' ? `${kind}. ${text}` : `${kind} with the keys ${keys}. ${text}`;
}

/** Only a build finds the types of content, so any name is allowed. */
function namedTypes(patch: unknown, current: Settings): readonly string[] {
  const types = (patch as { readonly post_types?: unknown }).post_types;
  return Array.isArray(types) ? types.map(String) : current.post_types;
}

function at(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((one, key) => (one as Readonly<Record<string, unknown>>)[key], value);
}

function assertKnown(path: readonly string[], base: Settings): void {
  let within: unknown = base;
  for (const [depth, key] of path.entries()) {
    const known = isObject(within) ? Object.keys(within) : [];
    if (!known.includes(key)) {
      const fix = depth === 0 && isConfigKey(key) ? configFix(path) : nearFix(didYouMean(key, known));
      throw new SvcError('SVC_USAGE', `there is no setting "${path.slice(0, depth + 1).join('.')}"`, { fix });
    }
    within = (within as Readonly<Record<string, unknown>>)[key];
  }
}

function isConfigKey(key: string): boolean {
  return Object.hasOwn(configSchema()['properties'] as object, key);
}

function configFix(path: readonly string[]): string {
  return `"${path.join('.')}" is a key of the configuration: write it into that file (docs/configuration.md).`;
}

function nearFix(near: string | undefined): string {
  return near === undefined ? 'Run "svc settings get" for a list.' : `Did you mean "${near}"?`;
}

/**
 * Removes the addresses of flagged clients when the owner switches their storage off: a stopped sidecar
 * would only do so at its next start.
 * @param address of the database; a missing one has nothing to remove
 * @throws SvcError `SVC_STORAGE` when it can't be reached
 */
async function forgetAddresses(address: string, hooks: Pick<Hooks, 'apply'>): Promise<void> {
  const { isPostgres, openStorage } = await import('../storage/open.js');
  if (!isPostgres(address) && !existsSync(address)) return;
  const { pruneFlaggedAddresses } = await import('../insights/activity/record/flagged-addresses.js');
  const storage = await openStorage(address);
  try {
    await pruneFlaggedAddresses(storage, { isKept: false, hooks, now: 0 });
  } finally {
    await storage.close();
  }
}
