import type { IncomingHttpHeaders } from 'node:http';
import type { Hooks } from '../../../config/hooks/hooks.js';
import type { Settings } from '../../../config/settings.js';
import type { ClientAddress } from '../../../core/net/client-address.js';
import type { VerificationResult } from '../port.js';
import { claimedVerifier } from '../verify/policy.js';
import type { Verification } from '../verify/verification.js';
import { type AgentStatus, byAgent, type GuardRules, guardRules } from './rules.js';

interface GuardOptions {
  readonly hooks: Pick<Hooks, 'apply' | 'has'>;
  readonly verification: Pick<Verification, 'check' | 'policyOf'>;
  readonly clientAddress: ClientAddress;
  logError(error: unknown, what: string): void;
}

/** The compiled rules of some settings. */
interface Compiled {
  readonly rules: GuardRules;
  readonly verifies: boolean;
  claims(userAgent: string): boolean;
  /** True where a plugin decides last. */
  readonly hasLastWord: boolean;
}

/**
 * Makes the guard. The rules are compiled once for each change of settings, and their verdict on a User-Agent is
 * cached; lookups on the network are made only for clients where the result matters.
 */
export function createGuard(options: GuardOptions): ClientGuard {
  const { hooks, verification, clientAddress, logError } = options;
  const rulesOf = compiledRules(options);

  function checkWith(found: Compiled, request: GuardedRequest): GuardOutcome | Promise<GuardOutcome> {
    const { rules, verifies, hasLastWord } = found;
    if (!rules.isOn && !hasLastWord) return SERVED;
    const userAgent = request.headers['user-agent'] ?? '';
    const agentStatus = rules.agentStatus(userAgent);
    const facts = { agentStatus, rules, verifies };
    const isSigned = request.headers['signature-input'] !== undefined;
    if (needsFinding(facts, { isSigned, claims: found.claims(userAgent) })) {
      return withFinding(facts, request, hasLastWord);
    }
    const outcome = outcomeOf({ ...facts, finding: undefined });
    return hasLastWord ? lastWord(outcome, userAgent) : outcome;
  }

  async function withFinding(
    facts: Omit<DecisionFacts, 'finding'>,
    request: GuardedRequest,
    hasLastWord: boolean,
  ): Promise<GuardOutcome> {
    const { method = 'GET', url = '/', headers, socket } = request;
    const userAgent = headers['user-agent'] ?? '';
    const visit = { userAgent, method, target: url, headers };
    const finding = await verification.check(visit, clientAddress(socket.remoteAddress ?? '', headers));
    const outcome = { ...outcomeOf({ ...facts, finding }), finding };
    return hasLastWord ? lastWord(outcome, userAgent) : outcome;
  }

  async function lastWord(outcome: GuardOutcome, userAgent: string): Promise<GuardOutcome> {
    const before = outcome.refusal !== undefined;
    const denies = await hooks.apply('svc_deny_request', before, userAgent);
    if (denies === before) return outcome;
    return { ...outcome, refusal: denies ? 'plugin' : undefined };
  }

  function served(error: unknown): GuardOutcome {
    logError(error, 'guard');
    return SERVED;
  }

  return {
    check(request, settings) {
      try {
        const found = rulesOf(settings);
        const outcome =
          found instanceof Promise
            ? found.then((made) => checkWith(made, request))
            : checkWith(found, request);
        return outcome instanceof Promise ? outcome.catch(served) : outcome;
      } catch (error) {
        return served(error);
      }
    },
  };
}

/** Compiles the rules of settings, once for each; their promise is replaced by the rules as soon as it is fulfilled. */
function compiledRules({
  hooks,
  verification,
}: GuardOptions): (settings: Settings) => Compiled | Promise<Compiled> {
  const compiled = new WeakMap<Settings, Compiled | Promise<Compiled>>();

  async function compile(settings: Settings): Promise<Compiled> {
    const [rules, policy] = await Promise.all([guardRules(settings, hooks), verification.policyOf(settings)]);
    const made = {
      rules,
      verifies: policy.verifies,
      claims: byAgent((userAgent) => claimedVerifier(userAgent, policy.registry) !== undefined),
      hasLastWord: hooks.has('svc_deny_request'),
    };
    compiled.set(settings, made);
    return made;
  }

  return function rulesOf(settings) {
    const known = compiled.get(settings);
    if (known !== undefined) return known;
    const work = compile(settings);
    compiled.set(settings, work);
    return work;
  };
}

function outcomeOf(facts: DecisionFacts): GuardOutcome {
  const refusal = decide(facts);
  return refusal === undefined ? SERVED : { refusal };
}

/** The inputs of a decision. */
interface DecisionFacts {
  readonly agentStatus: AgentStatus;
  readonly rules: Pick<GuardRules, 'isOn' | 'refusesLiars'>;
  /** `verify_bots`. */
  readonly verifies: boolean;
  /** Undefined: there was no lookup, or it does not count. */
  readonly finding: VerificationResult | undefined;
}

/**
 * Decides about a client. The owner's trust is unconditional; the owner's denial never affects a real search engine,
 * and overrides even a verified signature; inconclusive clients are served.
 * @returns undefined to serve
 */
export function decide({ agentStatus, rules, verifies, finding }: DecisionFacts): RefusalReason | undefined {
  const { userAgent, isEngine, isTrusted, isDenied, isLegacy } = agentStatus;
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
  { agentStatus, rules, verifies }: Omit<DecisionFacts, 'finding'>,
  { isSigned, claims }: { readonly isSigned: boolean; readonly claims: boolean },
): boolean {
  const { userAgent, isEngine, isTrusted, isDenied } = agentStatus;
  if (!verifies || !rules.isOn || userAgent === '' || isTrusted) return false;
  if (!isSigned && !claims) return false;
  return isEngine ? isDenied || rules.refusesLiars : !isDenied && rules.refusesLiars;
}

/** Why a client is turned away. `impostor`: it is proven not to be what it claims. */
type RefusalReason = 'denylist' | 'legacy-device' | 'impostor' | 'plugin';

/** The guard's decision about a request. */
export interface GuardOutcome {
  /** Undefined: the client is served. */
  readonly refusal: RefusalReason | undefined;
  /** The result of verification, where the decision needed it. */
  readonly finding?: VerificationResult;
}

/** The client is served. */
export const SERVED: GuardOutcome = { refusal: undefined };

/** The parts of a request that the guard uses. */
interface GuardedRequest {
  readonly method?: string | undefined;
  /** As in the request line. */
  readonly url?: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly socket: { readonly remoteAddress?: string | undefined };
}

/** Refuses clients that may not read a document. */
export interface ClientGuard {
  /**
   * Decides about a request for a guarded document, at once wherever no lookup is needed. Never throws: a
   * client whose status is unknown is served.
   * @param settings of the version of the site that answers
   */
  check(request: GuardedRequest, settings: Settings): GuardOutcome | Promise<GuardOutcome>;
}
