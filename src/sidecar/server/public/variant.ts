import type { IncomingMessage } from 'node:http';
import type { Settings } from '../../../config/settings.js';
import { AI_AGENTS } from '../../../core/ai-agents.js';
import { prefersDirectoryType, prefersMarkdown, refusesMarkdown } from './accept.js';

/**
 * The variant of an address for a client: `page` by default. `soft` means Markdown too, and prefers content to a 404.
 */
export type Variant = 'page' | 'markdown' | 'soft' | 'directory';

type VariantSettings = Pick<Settings, 'markdown_for_ai_agents' | 'soft_404_markdown'>;

/** Chooses the variant for a request. */
export function variantFor(
  { headers: { accept, 'user-agent': agent } }: Pick<IncomingMessage, 'headers'>,
  settings: VariantSettings,
): Variant {
  if (prefersMarkdown(accept)) return settings.soft_404_markdown && isAiAgent(agent) ? 'soft' : 'markdown';
  if (prefersDirectoryType(accept)) return 'directory';
  const isGiven = settings.markdown_for_ai_agents && isAiAgent(agent) && !refusesMarkdown(accept);
  return isGiven ? 'markdown' : 'page';
}

const PATTERN = new RegExp(AI_AGENTS.join('|'), 'i');

/** Checks whether a client is known to read for a language model. Trusts its `User-Agent`. */
function isAiAgent(userAgent: string | undefined): boolean {
  return userAgent !== undefined && PATTERN.test(userAgent);
}
