import { BUILT_IN_VERIFIERS, type Verifier } from '../../../config/built-in-verifiers.js';
import type { Hooks } from '../../../config/hooks/hooks.js';
import type { Settings } from '../../../config/settings.js';
import { textOf } from '../../../core/json.js';
import { signerOrigin } from './signed-request.js';
import type { KnownSigners } from './web-bot-auth.js';

/** What is verified under the current settings, after plugins. */
export interface VerifyPolicy {
  /** Claims and signatures. */
  readonly verifies: boolean;
  /** Networks, and with them claims. */
  readonly identifies: boolean;
  readonly registry: readonly Verifier[];
  readonly signers: KnownSigners;
}

/** Recognised signers. */
const SIGNERS: KnownSigners = {
  'https://agent.bot.goog': 'Google Agent',
  'https://chatgpt.com': 'OpenAI agent',
};

/** Makes the policy of some settings. */
export async function verifyPolicy(settings: Settings, hooks: Pick<Hooks, 'apply'>): Promise<VerifyPolicy> {
  const [verifies, registry, signers] = await Promise.all([
    hooks.apply('svc_verify_bots', settings.verify_bots),
    verifierRegistry(settings, hooks),
    hooks.apply('svc_known_signature_agents', SIGNERS),
  ]);
  const usable = Object.entries(signers).flatMap(([origin, label]) => {
    const plain = signerOrigin(origin);
    return plain === undefined ? [] : [[plain, label.slice(0, 64)] as const];
  });
  return { verifies, identifies: settings.identify_bots, registry, signers: Object.fromEntries(usable) };
}

/** The limits of verification. */
export interface VerifyLimits {
  /** Milliseconds after which an answer of a name server is too slow. */
  readonly slowMs: number;
  /** Slow answers of the name servers of a zone that pause its verification. */
  readonly strikes: number;
  /** New lookups per minute. */
  readonly lookups: number;
  /** New key directories per minute. */
  readonly directories: number;
}

/** The current limits, after plugins. */
export async function verifyLimits(hooks: Pick<Hooks, 'apply'>): Promise<VerifyLimits> {
  const [slowMs, strikes, lookups, directories] = await Promise.all([
    hooks.apply('svc_verify_slow_ms', 900),
    hooks.apply('svc_verify_trip_strikes', 2),
    hooks.apply('svc_verify_lookup_budget', 30),
    hooks.apply('svc_wba_fetch_budget', 10),
  ]);
  return {
    slowMs: Math.min(Math.max(1, slowMs), 10_000),
    strikes: Math.max(1, strikes),
    lookups,
    directories,
  };
}

/** Settings that the registry depends on. */
type RegistrySettings = Pick<Settings, 'verifier_disabled' | 'verifier_custom'>;

/**
 * The verifiable bots: the built-in ones except those that are switched off, and the owner's. A bot that
 * is switched off can't be verified, so it never counts as an impostor.
 */
export async function verifierRegistry(
  { verifier_disabled, verifier_custom }: RegistrySettings,
  hooks: Pick<Hooks, 'apply'>,
): Promise<readonly Verifier[]> {
  const builtIn = BUILT_IN_VERIFIERS.filter(({ token }) => !verifier_disabled.includes(token));
  const rows = [...builtIn, ...verifier_custom].map((row) => ({ ...row }));
  const found = await hooks.apply('svc_verifier_registry', rows);
  return found.flatMap((row) => readVerifier(row) ?? []);
}

/** Rows of plugins are checked like any other input: every client would match one without a needle. */
function readVerifier(row: Readonly<Record<string, unknown>>): Verifier | undefined {
  const { token, ua, label, domains, url } = row;
  if (typeof token !== 'string' || typeof ua !== 'string' || ua.trim().length < 3) return undefined;
  const suffixes = Array.isArray(domains) ? domains.filter((one) => typeof one === 'string') : [];
  return {
    token,
    ua: ua.trim().toLowerCase(),
    label: typeof label === 'string' ? label : token,
    domains: suffixes.map((one) => `.${one.toLowerCase().replace(/^\.+/, '')}`).filter((one) => one !== '.'),
    url: textOf(url),
  };
}

/**
 * The bot that a User-Agent claims to be: the one with the longest matching needle.
 * @param userAgent as it was sent
 */
export function claimedVerifier(userAgent: string, registry: readonly Verifier[]): Verifier | undefined {
  const lower = userAgent.toLowerCase();
  let found: Verifier | undefined;
  for (const verifier of registry) {
    const isLonger = verifier.ua.length > (found?.ua.length ?? 0);
    if (isLonger && lower.includes(verifier.ua)) found = verifier;
  }
  return found;
}

/** The bot of a host name: its suffix itself, or a name below it. */
export function verifierOfHost(host: string, registry: readonly Verifier[]): Verifier | undefined {
  return registry.find(({ domains }) => isBelow(host, domains));
}

/** Whether a host name is one of these suffixes, or below one. */
export function isBelow(host: string, suffixes: readonly string[]): boolean {
  return suffixes.some((suffix) => `.${host}`.endsWith(suffix));
}
