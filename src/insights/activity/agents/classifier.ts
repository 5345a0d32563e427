import type { Hooks } from '../../../config/hooks/hooks.js';
import { type AgentCard, KNOWN_AGENTS, toCard } from './catalogue.js';
import { AGENT_LABELS } from './label-map.js';
import { LEGACY_DEVICES } from './legacy-devices.js';
import { unknownAgent, withoutLikeness } from './unknown-agent.js';

/** What a User-Agent tells. */
export interface AgentFacts {
  /** Label in the log. */
  readonly agent: string;
  /** Undefined for clients without a card. */
  readonly known: AgentCard | undefined;
  /** True for a client that has a label or a card of its own, and no legacy device. */
  readonly recognised: boolean;
  /** True for a device so old that the User-Agent is a lie. */
  readonly legacy: boolean;
}

/** Recognises clients by what they say of themselves: nothing of it is verified. */
export interface AgentClassifier {
  classify(userAgent: string): AgentFacts;
}

/** What clients are recognised by, as hooks may change it. */
export interface AgentTables {
  readonly labels: Readonly<Record<string, string>>;
  /** Name, operator, kind and page by token. */
  readonly known: Readonly<Record<string, readonly string[]>>;
  /** Patterns of legacy devices. */
  readonly legacy: readonly string[];
}

/** The tables of the service. */
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

/** Labels for clients that say nothing, or nothing true. */
const NO_AGENT = 'No user-agent';
const LEGACY = 'Likely spoof/scanner';
/** The longest label. */
const MAX_LABEL = 64;
/** No client needs more to say who it is. */
const MAX_READ = 1000;
/** User-Agents whose facts are kept. */
const MAX_KEPT = 5000;

/**
 * Makes a classifier. Facts are kept by User-Agent, since few clients ask for nearly everything.
 * @see reference/admin-api.md sections 3.3 and 3.5
 */
export function createClassifier(tables: AgentTables = AGENT_TABLES): AgentClassifier {
  const find = factsFinder(tables);
  const kept = new Map<string, AgentFacts>();
  return {
    classify(userAgent) {
      // Longer ones are not kept: they would only fill the memory.
      if (userAgent.length > MAX_READ) return find(userAgent.slice(0, MAX_READ));
      const before = kept.get(userAgent);
      if (before !== undefined) return before;
      const facts = find(userAgent);
      if (kept.size >= MAX_KEPT) kept.clear();
      kept.set(userAgent, facts);
      return facts;
    },
  };
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

/** True where a token stands that is not a part of a longer word. */
function hasWord(text: string, token: string): boolean {
  for (let at = text.indexOf(token); at !== -1; at = text.indexOf(token, at + 1)) {
    if (!/[a-z0-9]/.test(text.charAt(at - 1)) && !/[a-z]/.test(text.charAt(at + token.length))) return true;
    if (token === '') return false;
  }
  return false;
}

/** A pattern of a plugin that is none matches nothing. */
function toPattern(source: string): readonly RegExp[] {
  try {
    return [new RegExp(source)];
  } catch {
    return [];
  }
}
