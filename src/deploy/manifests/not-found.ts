import { AI_AGENTS } from '../../core/ai-agents.js';
import { compareText } from '../../core/compare.js';
import type { DocumentContext, DocumentRow } from '../../documents/document-row.js';
import { withPrefix } from '../../documents/rest-addresses.js';
import type { HeadersManifest } from './neutral.js';

/** The answer for a missing page to clients that read for a language model and name Markdown. */
export interface SoftAnswer {
  readonly userAgents: readonly string[];
  readonly contentType: string;
  readonly text: string;
}

/**
 * The answers for missing addresses.
 * @param served addresses and patterns that have a rule
 */
export function notFoundOf(ctx: DocumentContext, served: ReadonlySet<string>): HeadersManifest['notFound'] {
  // An address that was given to another program is its own, missing or not.
  const isCeded = ({ cede }: DocumentRow) => cede !== undefined && ctx.ceded(cede);
  const known = ctx.table
    .filter((row) => !ctx.served(row.id) && !isCeded(row))
    .flatMap((row) => [
      row.path,
      ...(row.aliases ?? []),
      ...(row.patterns?.(ctx) ?? []).map(({ pattern }) => pattern),
    ])
    .map((path) => withPrefix(path, ctx));
  const documents = [...known, '/svc-sitemap{+path}'].filter(
    (path) => !path.startsWith('/.well-known/') && !served.has(path) && !ctx.files.has(path),
  );
  return {
    status: 404,
    headers: { 'Cache-Control': 'no-store, max-age=0' },
    documents: [...new Set(documents)].sort(compareText),
    soft: softAnswer(ctx),
  };
}

function softAnswer(ctx: DocumentContext): SoftAnswer | null {
  if (!ctx.settings.soft_404_markdown || !ctx.served('markdown')) return null;
  const index = ctx.isAvailable('llms') ? ctx.urlOf('llms') : ctx.urlOf('index-markdown');
  return {
    userAgents: AI_AGENTS,
    contentType: 'text/markdown; charset=UTF-8',
    text: `# Page not found\n\nThere is no page at this address. All pages of this site are listed in <${index}>.\n`,
  };
}
