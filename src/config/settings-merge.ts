/** Merges stored settings into those of the profile, and finds what differs. */

import { compareText } from '../core/compare.js';
import { didYouMean } from '../core/did-you-mean.js';
import { shortHash } from '../core/hash.js';
import { isObject, objectOf } from '../core/json.js';
import { declarations } from './declarations.js';
import { type Field, type FieldSet, readFields } from './fields.js';
import { defaultSettings, type Settings, sanitiseSettings } from './settings.js';

/** What a store keeps: some settings, with maps that may have only some of their sub-keys. */
export type StoredSettings = Readonly<Record<string, unknown>>;

/**
 * Lays stored values over a base: maps one level deep, lists as they are stored (an empty list is a decision).
 * Values that no save could have written are corrected as a save would correct them.
 * @param base the settings of a site that has stored nothing
 * @param stored the object that the store holds
 */
export function layOver(base: Settings, stored: unknown): Settings {
  const types = isObject(stored) && Array.isArray(stored['post_types']) ? stored['post_types'] : [];
  // The store may name types that the present content lacks; only a save narrows the choice.
  const named = types.map((type) => String(type).trim().toLowerCase());
  return sanitiseSettings(stored, base, { types: named });
}

/**
 * The smallest object that records the owner's decisions: everything that was stored before, and everything
 * that differs from the base. So a later default or profile still reaches every setting that was never changed.
 */
export function settingsToStore(before: StoredSettings, base: Settings, next: Settings): StoredSettings {
  return decided(declarations, before, base, next);
}

function decided(
  fields: FieldSet,
  before: StoredSettings,
  base: Readonly<Record<string, unknown>>,
  next: Readonly<Record<string, unknown>>,
): StoredSettings {
  const kept: Record<string, unknown> = {};
  for (const [key, one] of Object.entries(fields)) {
    const was = Object.hasOwn(before, key) ? before[key] : undefined;
    if (same(base[key], next[key]) && (was === undefined || was === null)) continue;
    kept[key] = one.parts === undefined ? next[key] : decidedParts(one.parts, was, base[key], next[key]);
  }
  return kept;
}

function decidedParts(parts: FieldSet, was: unknown, base: unknown, next: unknown): StoredSettings {
  return decided(parts, objectOf(was), objectOf(base), objectOf(next));
}

/** A problem in a stored object that no save would have written. */
interface SettingsProblem {
  /** `identity.contact_email` */
  readonly field: string;
  readonly message: string;
  readonly fix: string;
}

/** Unknown keys and invalid values of a hand-edited store, in the order of the object. */
export function settingsProblems(stored: StoredSettings, resolved: Settings): readonly SettingsProblem[] {
  return problemsIn(declarations, stored, resolved, '');
}

function problemsIn(
  fields: FieldSet,
  stored: StoredSettings,
  resolved: Readonly<Record<string, unknown>>,
  prefix: string,
): SettingsProblem[] {
  return Object.entries(stored).flatMap(([key, value]) => {
    const declared = Object.hasOwn(fields, key) ? fields[key] : undefined;
    if (declared === undefined) return [unknownKey(key, Object.keys(fields), prefix)];
    if (declared.parts !== undefined && isObject(value)) {
      return problemsIn(declared.parts, value, resolved[key] as StoredSettings, `${prefix}${key}.`);
    }
    return value === null || same(value, resolved[key])
      ? []
      : [wrongValue(`${prefix}${key}`, declared, resolved[key])];
  });
}

function unknownKey(key: string, known: readonly string[], prefix: string): SettingsProblem {
  const near = didYouMean(key, known);
  const fix = near === undefined ? 'Remove it.' : `Did you mean ${prefix}${near}?`;
  return { field: `${prefix}${key}`, message: 'no such setting; it is ignored', fix };
}

function wrongValue(name: string, declared: Field<unknown>, used: unknown): SettingsProblem {
  const rule = declared.rule === '' ? declared.kind : `${declared.kind}, ${declared.rule}`;
  const fix = 'Write a value of that form.';
  return { field: name, message: `expected ${rule}; ${JSON.stringify(used)} is used instead`, fix };
}

/** The store's text: keys sorted at every depth, two spaces, final newline. */
export function serialiseSettings(stored: StoredSettings): string {
  return `${JSON.stringify(sorted(stored), null, 2)}\n`;
}

/** A short fingerprint that changes exactly when a setting changes. */
export function settingsHash(settings: Settings): string {
  const known = readFields(declarations, {}, settings, { types: [] });
  return shortHash(JSON.stringify(sorted(known)));
}

function same(a: unknown, b: unknown): boolean {
  return JSON.stringify(sorted(a)) === JSON.stringify(sorted(b));
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isObject(value)) return value;
  const entries = Object.entries(value).sort(([a], [b]) => compareText(a, b));
  return Object.fromEntries(entries.map(([key, inner]) => [key, sorted(inner)]));
}

/** `default` is the specification's; `max-readiness` also turns on what readiness scanners reward. */
export type Profile = 'default' | 'max-readiness';

/** Crawlers of AI vendors, for search, for answers and for training. */
const AI_CRAWLERS = [
  'Amazonbot',
  'Applebot-Extended',
  'Bytespider',
  'CCBot',
  'ChatGPT-User',
  'Claude-SearchBot',
  'Claude-User',
  'ClaudeBot',
  'DuckAssistBot',
  'GPTBot',
  'Google-Extended',
  'MistralAI-User',
  'OAI-SearchBot',
  'Perplexity-User',
  'PerplexityBot',
  'meta-externalagent',
];

const MAX_READINESS = {
  enable_ai_catalog: true,
  enable_root_oauth_metadata: true,
  markdown_for_ai_agents: true,
  soft_404_markdown: true,
  enable_root_sitemap: true,
  blocked_trainers: [],
  named_crawlers: AI_CRAWLERS,
  llms_only_markdown: true,
  registered_directory_type: true,
} satisfies Partial<Settings>;

/** The differences of a profile from the defaults. */
export function profileSettings(profile: Profile): Partial<Settings> {
  return profile === 'max-readiness' ? structuredClone(MAX_READINESS) : {};
}

/**
 * The settings before anything is stored: the defaults, then the profile, then the identity in the
 * configuration.
 */
export function baseSettings(profile: Profile, identity: Partial<Settings['identity']> = {}): Settings {
  const defaults = defaultSettings();
  return { ...defaults, ...profileSettings(profile), identity: { ...defaults.identity, ...identity } };
}
