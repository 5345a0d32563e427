import type { Verifier } from '../../../config/built-in-verifiers.js';
import type { Hooks } from '../../../config/hooks/hooks.js';
import type { Settings } from '../../../config/settings.js';
import { verifierRegistry } from './registry.js';
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
