import type { SiteCopy } from '../site.js';

export const DISCOVERY = '.well-known/discovery.json';
export const CARD = '.well-known/agent-card.json';
export const ALIAS = '.well-known/agent.json';
export const MCP = '.well-known/mcp.json';
export const SKILLS = '.well-known/agent-skills/index.json';
export const SKILL = '.well-known/agent-skills/find-tea/SKILL.md';
export const KEYS = '.well-known/http-message-signatures-directory';
export const SECURITY = '.well-known/security.txt';
export const POSTS = 'svc-sitemap-post-1.xml';

/** One way to break a good site, and what must be found then. */
export interface Mutation {
  /** Id of the rule that finds it. */
  readonly rule: string;
  readonly code: string;
  readonly what: string;
  readonly file?: string;
  readonly level?: 'warning';
  readonly line?: number;
  readonly pointer?: string;
  readonly now?: number;
  readonly break: (site: SiteCopy) => void;
}

// biome-ignore lint/suspicious/noExplicitAny: documents as tests find them
export type Json = any;
