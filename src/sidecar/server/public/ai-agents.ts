import { AI_AGENTS } from '../../../core/ai-agents.js';

const PATTERN = new RegExp(AI_AGENTS.join('|'), 'i');

/** Checks whether a client is known to read for a language model. Trusts its `User-Agent`. */
export function isAiAgent(userAgent: string | undefined): boolean {
  return userAgent !== undefined && PATTERN.test(userAgent);
}
