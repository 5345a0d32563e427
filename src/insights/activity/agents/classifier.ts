import type { Hooks } from '../../../config/hooks/hooks.js';
import { attempt } from '../../../core/attempt.js';
import { memoised } from '../../../core/memoised.js';
import { type AgentCard, KNOWN_AGENTS, toCard } from './catalogue.js';
import { unknownAgent, withoutLikeness } from './unknown-agent.js';

/** Labels of agents in the log, by a part of the User-Agent in lower case; the first match counts. */
const AGENT_LABELS: Readonly<Record<string, string>> = {
  gptbot: 'GPTBot (OpenAI)',
  'oai-searchbot': 'OpenAI SearchBot',
  'chatgpt-user': 'ChatGPT',
  claudebot: 'ClaudeBot (Anthropic)',
  'claude-user': 'Claude',
  'anthropic-ai': 'Anthropic',
  perplexitybot: 'PerplexityBot',
  'perplexity-user': 'Perplexity',
  'google-extended': 'Google-Extended',
  googlebot: 'Googlebot',
  bingbot: 'Bingbot',
  'applebot-extended': 'Applebot-Extended',
  applebot: 'Applebot',
  amazonbot: 'Amazonbot',
  bytespider: 'Bytespider (ByteDance)',
  ccbot: 'CCBot (Common Crawl)',
  'meta-externalagent': 'Meta',
  facebookexternalhit: 'Meta',
  'cohere-ai': 'Cohere',
  diffbot: 'Diffbot',
  duckduckbot: 'DuckDuckGo',
  yandexbot: 'YandexBot',
};

/**
 * Devices so old that they are no longer in use: a User-Agent that names one is made up. Patterns for the
 * User-Agent in lower case.
 */
const LEGACY_DEVICES: readonly string[] = [
  'symbianos',
  'series ?60',
  'series ?40',
  's60v',
  'midp[-/]',
  'cldc[-/]',
  'j2me',
  'sonyericsson',
  'samsung-sgh',
  'blackberry ?[0-9]',
  'bb10',
  'windows ?ce',
  'wince',
  'pocketpc',
  'openwave',
  'up\\.browser',
  'up\\.link',
  'avantgo',
  'portalmmm',
  'netfront',
  'obigo',
  'teleca',
  'polaris ?[0-9]',
  'palmos',
  'maemo',
];

/** The facts in a User-Agent. */
interface AgentFacts {
  /** Label in the log. */
  readonly agent: string;
  /** Undefined for clients without a card. */
  readonly known: AgentCard | undefined;
  /** True for a client with a label or a card of its own that isn't a legacy device. */
  readonly recognised: boolean;
  /** True for a device so old that the User-Agent must be false. */
  readonly legacy: boolean;
}

/** Classifies clients by their own claims, without verification. */
export interface AgentClassifier {
  classify(userAgent: string): AgentFacts;
}

/** The tables for classification, after hooks. */
interface AgentTables {
  readonly labels: Readonly<Record<string, string>>;
  /** Name, operator, kind and page by token. */
  readonly known: Readonly<Record<string, readonly string[]>>;
  /** Patterns of legacy devices. */
  readonly legacy: readonly string[];
}

/** The built-in tables. */
export const AGENT_TABLES: AgentTables = {
  labels: AGENT_LABELS,
  known: KNOWN_AGENTS,
  legacy: LEGACY_DEVICES,
};

/** The tables after `svc_agent_map`, `svc_known_agents` and `svc_spoof_signatures`. */
export async function agentTables(hooks: Pick<Hooks, 'apply'>): Promise<AgentTables> {
  const [labels, known, legacy] = await Promise.all([
    hooks.apply('svc_agent_map', AGENT_LABELS),
    hooks.apply('svc_known_agents', KNOWN_AGENTS),
    hooks.apply('svc_spoof_signatures', [...LEGACY_DEVICES]),
  ]);
  return { labels, known, legacy };
}

/** Labels for clients without a claim, or with a false one. */
const NO_AGENT = 'No user-agent';
const LEGACY = 'Likely spoof/scanner';
/** The longest label. */
const MAX_LABEL = 64;
/** Longer User-Agents are cut before they are read. */
const MAX_READ = 1000;

/** Makes a classifier. Facts are cached by User-Agent, since few clients send most requests. */
export function createClassifier(tables: AgentTables = AGENT_TABLES): AgentClassifier {
  const find = memoised(factsFinder(tables), MAX_READ);
  return { classify: (userAgent) => find(userAgent.slice(0, MAX_READ)) };
}

function factsFinder({ labels, known, legacy }: AgentTables): (ua: string) => AgentFacts {
  const labelRows = Object.entries(labels);
  const cardRows = Object.entries(known).flatMap(([token, row]) => {
    const card = toCard(row);
    return card === undefined ? [] : [[token, card] as const];
  });
  const devices = legacy.flatMap(toPattern);
  return function findFacts(ua) {
    const lower = ua.toLowerCase();
    const own = withoutLikeness(lower);
    const label = labelRows.find(([token]) => hasWord(own, token))?.[1];
    const card = cardRows.find(([token]) => hasWord(own, token))?.[1];
    const isLegacy = !lower.includes('android') && devices.some((pattern) => pattern.test(lower));
    const agent = label ?? card?.name ?? (isLegacy ? LEGACY : unknownAgent(ua));
    const recognised = !isLegacy && (label ?? card) !== undefined;
    return {
      agent: (lower === '' ? NO_AGENT : agent).slice(0, MAX_LABEL),
      known: card,
      recognised,
      legacy: isLegacy,
    };
  };
}

/** True where a token isn't a part of a longer word. */
function hasWord(text: string, token: string): boolean {
  for (let at = text.indexOf(token); at !== -1; at = text.indexOf(token, at + 1)) {
    if (!/[a-z0-9]/.test(text.charAt(at - 1)) && !/[a-z]/.test(text.charAt(at + token.length))) return true;
    if (token === '') return false;
  }
  return false;
}

/** An invalid pattern of a plugin matches nothing. */
function toPattern(source: string): readonly RegExp[] {
  return attempt(() => [new RegExp(source)]) ?? [];
}
