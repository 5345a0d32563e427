import { AI_AGENTS } from '../../../documents/ai-agents.js';

const PATTERN = new RegExp(AI_AGENTS.join('|'), 'i');

/** Whether a client is known to read for a language model. What it says of itself is believed. */
export function isAiAgent(userAgent: string | undefined): boolean {
  return userAgent !== undefined && PATTERN.test(userAgent);
}
