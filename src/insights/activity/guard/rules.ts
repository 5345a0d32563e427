import { RE2JS } from 're2js';
import type { Hooks } from '../../../config/hooks/hooks.js';
import type { Settings } from '../../../config/settings.js';
import { memoised, memoisedByObject } from '../../../core/memoised.js';
import { type AgentClassifier, agentTables, createClassifier } from '../agents/classifier.js';
import { SCRIPT } from '../agents/unknown-agent.js';

/** Settings of blocking. */
type GuardSettings = Pick<Settings, 'block_agents' | 'block_spoofed' | 'blocked_agents' | 'allowed_agents'>;

/** The rules' verdict on a User-Agent, before any lookup. */
export interface AgentStatus {
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
  agentStatus(userAgent: string): AgentStatus;
  /** The text by which a client can be blocked or trusted; empty without a safe one. */
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
  const agentStatus = byAgent((userAgent): AgentStatus => {
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
    agentStatus,
    safeToken(userAgent) {
      const { userAgent: text, isEngine, isTrusted } = agentStatus(userAgent);
      const isTool = classifier.classify(userAgent).agent === SCRIPT;
      return isEngine || isTrusted || isTool ? '' : readSafeToken(text, genericWords);
    },
    classifier,
  };
}

/** The rules of settings, compiled once for each settings object. */
export function rulesCache(hooks: Pick<Hooks, 'apply'>): (settings: GuardSettings) => Promise<GuardRules> {
  return memoisedByObject((settings: GuardSettings) => guardRules(settings, hooks));
}

/**
 * Few clients send most requests, so verdicts are cached. Longer User-Agents than are read
 * are not cached: they would only fill the memory.
 */
export function byAgent<Found>(find: (userAgent: string) => Found): (userAgent: string) => Found {
  const known = memoised(find, MAX_READ);
  return (userAgent) => known(userAgent.slice(0, MAX_READ));
}

/** Returns whether a User-Agent matches. It is trimmed, lower case, and of at most 1000 characters. */
type AgentPattern = (userAgent: string) => boolean;

/**
 * Compiles an entry of the list of blocked clients: `/…/` is a regular expression, one with `*` or `?` a wildcard
 * pattern, anything else a literal text. All of them match anywhere, ignoring case, in linear
 * time.
 * @param entry an invalid regular expression (or one with look-around or back-references) is a literal text
 */
export function agentPattern(entry: string): AgentPattern {
  const text = entry.trim().toLowerCase();
  const expression = /^\/(.+)\/$/.exec(entry.trim())?.[1];
  const compiled = expression === undefined ? undefined : compile(expression);
  if (compiled !== undefined) return compiled;
  if (expression === undefined && /[*?]/.test(text)) return globPattern(text);
  return text === '' ? () => false : (userAgent) => userAgent.includes(text);
}

/** A pattern of wildcards alone would match every client, so it matches none. */
function globPattern(glob: string): AgentPattern {
  const pieces = glob.split(/([*?])/).map((piece) => ({ '*': '.*', '?': '.' })[piece] ?? RE2JS.quote(piece));
  const isAnybody = /^[*?]*$/.test(glob);
  return (isAnybody ? undefined : compile(pieces.join(''))) ?? (() => false);
}

/** @returns undefined when it isn't such a regular expression */
function compile(expression: string): AgentPattern | undefined {
  try {
    const compiled = RE2JS.compile(expression, RE2JS.CASE_INSENSITIVE | RE2JS.DOTALL);
    return (userAgent) => compiled.matcher(userAgent).find();
  } catch {
    return undefined;
  }
}

const PRODUCT = /(?<![a-z0-9._+-])([a-z][a-z0-9._+-]{1,40})\/[0-9]/g;
const COMPATIBLE = /compatible;\s*([a-z][a-z0-9._+-]{1,40})/;
const MIN_TOKEN_LENGTH = 3;

/**
 * The text that identifies a client: the first product with a version that isn't a browser's, else the
 * word after `compatible;`.
 * @param userAgent in lower case
 * @param generic words that identify no client
 * @returns empty where there is none
 */
function readSafeToken(userAgent: string, generic: ReadonlySet<string>): string {
  const isSafe = (word: string) => word.length >= MIN_TOKEN_LENGTH && !generic.has(word);
  for (const [, name = ''] of userAgent.matchAll(PRODUCT)) {
    if (isSafe(name)) return name;
  }
  const word = COMPATIBLE.exec(userAgent)?.[1] ?? '';
  return isSafe(word) ? word : '';
}
