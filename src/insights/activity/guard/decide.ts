import type { Finding } from '../port.js';
import type { RefusalReason } from './port.js';
import type { AgentStanding, GuardRules } from './rules.js';

/** The inputs of a decision. */
export interface DecisionFacts {
  readonly standing: AgentStanding;
  readonly rules: Pick<GuardRules, 'isOn' | 'refusesLiars'>;
  /** `verify_bots`. */
  readonly verifies: boolean;
  /** Undefined: there was no lookup, or it does not count. */
  readonly finding: Finding | undefined;
}

/**
 * Decides about a client. The owner's trust is unconditional; the owner's denial never affects a real search engine,
 * and overrides even a verified signature; inconclusive clients are served.
 * @returns undefined to serve
 */
export function decide({ standing, rules, verifies, finding }: DecisionFacts): RefusalReason | undefined {
  const { userAgent, isEngine, isTrusted, isDenied, isLegacy } = standing;
  const isForged = verifies && finding?.verdict === 2;
  const isProtected = isTrusted || (isEngine && !isForged);
  if (userAgent === '' || !rules.isOn || isProtected) return undefined;
  if (isDenied) return 'denylist';
  if (!rules.refusesLiars) return undefined;
  const isSigned = verifies && finding?.verdict === 1 && finding.signer !== '';
  if (isLegacy && !isSigned) return 'legacy-device';
  return isForged ? 'impostor' : undefined;
}

/**
 * Whether the decision depends on the identity behind a User-Agent.
 * @param isSigned true for a request with a signature
 * @param claims true for a User-Agent with a verifiable claim
 */
export function needsFinding(
  { standing, rules, verifies }: Omit<DecisionFacts, 'finding'>,
  { isSigned, claims }: { readonly isSigned: boolean; readonly claims: boolean },
): boolean {
  const { userAgent, isEngine, isTrusted, isDenied } = standing;
  if (!verifies || !rules.isOn || userAgent === '' || isTrusted) return false;
  if (!isSigned && !claims) return false;
  return isEngine ? isDenied || rules.refusesLiars : !isDenied && rules.refusesLiars;
}
