import type { Hooks } from '../../../config/hooks/hooks.js';
import type { Settings } from '../../../config/settings.js';
import { type AgentClassifier, agentTables, createClassifier } from '../agents/classifier.js';
import { SCRIPT } from '../agents/unknown-agent.js';
import { agentPattern, compile } from './pattern.js';
import { readSafeToken } from './safe-token.js';

/** Settings of blocking. */
export type GuardSettings = Pick<
  Settings,
  'block_agents' | 'block_spoofed' | 'blocked_agents' | 'allowed_agents'
>;

/** The rules' verdict on a User-Agent, before any lookup. */
export interface AgentStanding {
  /** Trimmed, lower case, at most 1000 characters. */
  readonly userAgent: string;
  /** It has the form of a search engine's. */
  readonly isEngine: boolean;
  /** The owner trusts it, whatever it is. */
  readonly isTrusted: boolean;
  readonly isDenied: boolean;
  /** A device so old that it is no longer in use. */
  readonly isLegacy: boolean;
}

/** The current rules, compiled. */
export interface GuardRules {
  /** `block_agents`. */
  readonly isOn: boolean;
  /** `block_spoofed`. */
  readonly refusesLiars: boolean;
  standing(userAgent: string): AgentStanding;
  /** The text by which a client can be blocked or trusted; empty where there is no safe one. */
  safeToken(userAgent: string): string;
  readonly classifier: AgentClassifier;
}

/** User-Agents of search engines, with product and version: the bare word doesn't count. */
const ENGINES: readonly string[] = [
  String.raw`(?:^|[\s(;,])googlebot[/-]`,
  String.raw`(?:^|[\s(;,])bingbot/`,
  String.raw`(?:^|[\s(;,])duckduckbot/`,
  String.raw`(?:^|[\s(;,])applebot/`,
  String.raw`(?:^|[\s(;,])yandex[a-z]*/`,
];
/** Words for a browser, an engine or a system, never a client. */
const GENERIC: readonly string[] = [
  'mozilla applewebkit gecko khtml webkit like safari chrome chromium crios firefox fxios version',
  'edg edge opr opera trident msie mobile windows macintosh linux android ios x11',
].flatMap((line) => line.split(' '));
/** Length of the part of a User-Agent that is read. */
const MAX_READ = 1000;
/** Number of User-Agents with a cached verdict. */
const MAX_KEPT = 5000;

/** Compiles the rules of some settings, after plugins. */
export async function guardRules(settings: GuardSettings, hooks: Pick<Hooks, 'apply'>): Promise<GuardRules> {
  const [trusted, engines, generic, tables] = await Promise.all([
    hooks.apply('svc_block_allowlist', [...settings.allowed_agents]),
    hooks.apply('svc_engine_signatures', [...ENGINES]),
    hooks.apply('svc_generic_ua_tokens', [...GENERIC]),
    agentTables(hooks),
  ]);
  const classifier = createClassifier(tables);
  const trustedTexts = trusted.map((text) => text.trim().toLowerCase()).filter((text) => text !== '');
  const enginePatterns = engines.flatMap((one) => compile(one) ?? []);
  const deniedPatterns = settings.blocked_agents.map(agentPattern);
  const genericWords = new Set(generic.map((word) => word.toLowerCase()));
  const standing = remembered((userAgent): AgentStanding => {
    const text = userAgent.trim().toLowerCase().slice(0, MAX_READ);
    return {
      userAgent: text,
      isEngine: enginePatterns.some((matches) => matches(text)),
      isTrusted: trustedTexts.some((one) => text.includes(one)),
      isDenied: text !== '' && deniedPatterns.some((matches) => matches(text)),
      isLegacy: classifier.classify(userAgent).legacy,
    };
  });
  return {
    isOn: settings.block_agents,
    refusesLiars: settings.block_spoofed,
    standing,
    safeToken(userAgent) {
      const { userAgent: text, isEngine, isTrusted } = standing(userAgent);
      const isTool = classifier.classify(userAgent).agent === SCRIPT;
      return isEngine || isTrusted || isTool ? '' : readSafeToken(text, genericWords);
    },
    classifier,
  };
}

/** The rules of settings, compiled once for each settings object. */
export function rulesCache(hooks: Pick<Hooks, 'apply'>): (settings: GuardSettings) => Promise<GuardRules> {
  const known = new WeakMap<GuardSettings, Promise<GuardRules>>();
  return (settings) => {
    const before = known.get(settings);
    if (before !== undefined) return before;
    const rules = guardRules(settings, hooks);
    known.set(settings, rules);
    return rules;
  };
}

/**
 * Few clients send most requests, so verdicts are cached. Longer User-Agents than are read
 * are not cached: they would only fill the memory.
 */
export function remembered<Found>(find: (userAgent: string) => Found): (userAgent: string) => Found {
  const kept = new Map<string, Found>();
  return (userAgent) => {
    if (userAgent.length > MAX_READ) return find(userAgent.slice(0, MAX_READ));
    const known = kept.get(userAgent);
    if (known !== undefined) return known;
    const found = find(userAgent);
    if (kept.size >= MAX_KEPT) kept.clear();
    kept.set(userAgent, found);
    return found;
  };
}
