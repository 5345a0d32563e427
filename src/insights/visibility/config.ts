/** The settings of citation checks, and the answer engines. */

import { oneSpaced } from '../../content/html/text.js';
import { isObject, listOf, objectOf } from '../../core/json.js';
import type { Provider } from '../ai/providers.js';

/** The subject of a search in answers: the site, or a product on it. */
export interface Target {
  readonly name: string;
  readonly category: string;
  /** Bare host in lower case, without `www.`; may be empty. */
  readonly domain: string;
  readonly active: boolean;
  readonly competitors: readonly string[];
  /** The questions. */
  readonly prompts: readonly string[];
}

/** The configuration of an engine. */
interface EngineConfig {
  readonly enabled: boolean;
  /** Empty: the default of the catalogue. */
  readonly model: string;
  readonly webSearch: boolean;
  /** Encrypted; empty when there is none. */
  readonly key: string;
}

/** The owner's configuration of citation checks, as it is stored. */
export interface VisibilityConfig {
  readonly targets: readonly Target[];
  readonly providers: Readonly<Record<EngineId, EngineConfig>>;
  readonly scheduleActive: boolean;
  /** Unix seconds at which the schedule was switched on. */
  readonly scheduledSince: number;
  readonly frequency: 'daily' | 'weekly';
  readonly retentionDays: number;
}

/** A placeholder for a stored key, in both directions. */
export const STORED = '__stored__';

const MAX_ITEMS = { targets: 10, prompts: 25, competitors: 20 } as const;
const LENGTH = {
  name: 120,
  category: 80,
  domain: 253,
  competitor: 120,
  prompt: 300,
  model: 100,
  key: 500,
} as const;
const RETENTION = { min: 7, max: 730, initial: 180 } as const;

const OFF: EngineConfig = { enabled: false, model: '', webSearch: false, key: '' };

/** The initial configuration. */
export function initialConfig(name: string, domain: string): VisibilityConfig {
  const target = {
    name: text(name, LENGTH.name),
    category: '',
    domain,
    active: true,
    competitors: [],
    prompts: [],
  };
  return {
    targets: target.name === '' ? [] : [target],
    providers: { openai: OFF, gemini: OFF, anthropic: OFF, perplexity: OFF },
    scheduleActive: false,
    scheduledSince: 0,
    frequency: 'weekly',
    retentionDays: RETENTION.initial,
  };
}

/** The inputs of a change. */
interface PatchOptions {
  /** Encrypts a key. */
  seal(key: string, engine: EngineId): string;
  /** Unix seconds. */
  readonly now: number;
}

/** Applies a change. Fields that it leaves out stay; invalid values are cleaned, clamped or dropped. */
export function patchConfig(
  current: VisibilityConfig,
  body: Readonly<Record<string, unknown>>,
  { seal, now }: PatchOptions,
): VisibilityConfig {
  const targets = body['targets'];
  const providers = objectOf(body['providers']);
  const frequency = body['frequency'];
  const active = body['scheduleActive'] ?? body['active'];
  const isActive =
    frequency === 'manual' ? false : active === undefined ? current.scheduleActive : isYes(active);
  const days = Number(body['retentionDays'] ?? body['retention_days'] ?? Number.NaN);
  const patched = ENGINES.map((id) => {
    const change = providers[id];
    return [
      id,
      isObject(change) ? patchEngine(id, current.providers[id], change, seal) : current.providers[id],
    ];
  });
  return {
    targets: Array.isArray(targets)
      ? targets.flatMap(readTarget).slice(0, MAX_ITEMS.targets)
      : current.targets,
    providers: Object.fromEntries(patched) as VisibilityConfig['providers'],
    scheduleActive: isActive,
    scheduledSince: isActive && !current.scheduleActive ? now : current.scheduledSince,
    frequency: frequency === undefined ? current.frequency : frequency === 'daily' ? 'daily' : 'weekly',
    retentionDays: Number.isFinite(days)
      ? Math.min(RETENTION.max, Math.max(RETENTION.min, Math.trunc(days)))
      : current.retentionDays,
  };
}

function patchEngine(
  id: EngineId,
  current: EngineConfig,
  change: Readonly<Record<string, unknown>>,
  seal: PatchOptions['seal'],
): EngineConfig {
  const { enabled, model, key } = change;
  const webSearch = change['webSearch'] ?? change['web_search'];
  const wants = webSearch === undefined ? current.webSearch : isYes(webSearch);
  const secret = typeof key === 'string' && key !== STORED ? key.trim().slice(0, LENGTH.key) : undefined;
  return {
    enabled: enabled === undefined ? current.enabled : isYes(enabled),
    model: typeof model === 'string' ? text(model, LENGTH.model) : current.model,
    webSearch: engines[id].webSearchCapable && wants,
    key: secret === undefined ? current.key : secret === '' ? '' : seal(secret, id),
  };
}

function readTarget(given: unknown): readonly Target[] {
  if (!isObject(given)) return [];
  const name = text(given['name'], LENGTH.name);
  if (name === '') return [];
  return [
    {
      name,
      category: text(given['category'], LENGTH.category),
      domain: bareHost(text(given['domain'], LENGTH.domain)),
      active: given['active'] === undefined || isYes(given['active']),
      competitors: texts(given['competitors'], MAX_ITEMS.competitors, LENGTH.competitor),
      prompts: texts(given['prompts'], MAX_ITEMS.prompts, LENGTH.prompt),
    },
  ];
}

/** The host of an address or a name: lower case, without `www.`, port, path or user. */
export function bareHost(given: string): string {
  const [, host = ''] = /^(?:[a-z][a-z0-9+.-]*:)?(?:\/\/)?(?:[^/?#@]*@)?([^/?#:]*)/i.exec(given.trim()) ?? [];
  return host
    .toLowerCase()
    .replace(/^www\./, '')
    .replace(/\.$/, '');
}

function texts(given: unknown, most: number, length: number): readonly string[] {
  const list = typeof given === 'string' ? given.split(/\r?\n/) : listOf(given);
  return [...new Set(list.map((item) => text(item, length)).filter((item) => item !== ''))].slice(0, most);
}

function text(given: unknown, most: number): string {
  const plain = typeof given === 'number' ? String(given) : given;
  return typeof plain === 'string' ? [...oneSpaced(plain)].slice(0, most).join('').trim() : '';
}

function isYes(given: unknown): boolean {
  return typeof given === 'string'
    ? !['', '0', 'false', 'no', 'off'].includes(given.toLowerCase())
    : Boolean(given);
}

/** The supported answer engines, by their names in the admin API. */
export const ENGINES = ['openai', 'gemini', 'anthropic', 'perplexity'] as const;

/** The id of an answer engine. */
export type EngineId = (typeof ENGINES)[number];

/** The static data of an engine. */
export interface Engine {
  readonly provider: Provider;
  readonly label: string;
  readonly defaultModel: string;
  /** Suggested models; any other name is accepted too. */
  readonly models: readonly string[];
  /** The prefix of its keys. */
  readonly keyHint: string;
  /** Where keys are created. */
  readonly helpUrl: string;
  /** Always answers from the web. */
  readonly grounded: boolean;
  /** Can search the web. */
  readonly webSearchCapable: boolean;
}

/** Every engine that can be asked, by its id. */
export const engines: Readonly<Record<EngineId, Engine>> = {
  openai: {
    provider: 'openai',
    label: 'ChatGPT (OpenAI)',
    defaultModel: 'gpt-4o-mini',
    models: ['gpt-4o-mini', 'gpt-4o', 'gpt-4.1-mini', 'gpt-4.1'],
    keyHint: 'sk-…',
    helpUrl: 'https://platform.openai.com/api-keys',
    grounded: false,
    webSearchCapable: true,
  },
  gemini: {
    provider: 'google',
    label: 'Gemini (Google)',
    defaultModel: 'gemini-flash-latest',
    models: ['gemini-flash-latest', 'gemini-flash-lite-latest', 'gemini-3.5-flash'],
    keyHint: 'AIza…',
    helpUrl: 'https://aistudio.google.com/app/apikey',
    grounded: false,
    webSearchCapable: true,
  },
  anthropic: {
    provider: 'anthropic',
    label: 'Claude (Anthropic)',
    defaultModel: 'claude-opus-4-8',
    models: ['claude-opus-4-8', 'claude-sonnet-5', 'claude-haiku-4-5-20251001'],
    keyHint: 'sk-ant-…',
    helpUrl: 'https://console.anthropic.com/settings/keys',
    grounded: false,
    webSearchCapable: true,
  },
  perplexity: {
    provider: 'perplexity',
    label: 'Perplexity',
    defaultModel: 'sonar',
    models: ['sonar', 'sonar-pro', 'sonar-reasoning'],
    keyHint: 'pplx-…',
    helpUrl: 'https://www.perplexity.ai/settings/api',
    grounded: true,
    webSearchCapable: false,
  },
};

/** Whether a text names an engine. */
export function isEngine(text: unknown): text is EngineId {
  return (ENGINES as readonly unknown[]).includes(text);
}
