import { BUILT_IN_VERIFIERS, type Verifier } from '../../../config/built-in-verifiers.js';
import type { Hooks } from '../../../config/hooks/hooks.js';
import type { Settings } from '../../../config/settings.js';

/** Settings that the registry depends on. */
export type RegistrySettings = Pick<Settings, 'verifier_disabled' | 'verifier_custom'>;

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
    url: typeof url === 'string' ? url : '',
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
