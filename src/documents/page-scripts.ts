import { basePathOf } from '../core/paths.js';
import type { DocumentContext } from './document-row.js';

/** Documents that are scripts for pages. */
const SCRIPTS = ['arrivals-script', 'webmcp-script'];

/**
 * Addresses of the scripts that pages currently load: without a host, so that they work wherever the pages
 * are served.
 */
export function pageScripts(ctx: Pick<DocumentContext, 'site' | 'served' | 'urlOf'>): readonly string[] {
  return SCRIPTS.filter((id) => ctx.served(id)).map((id) => new URL(ctx.urlOf(id)).pathname);
}

/**
 * A path below an address, without its host.
 * @param path with leading slash
 */
export function scriptPath(base: string, path: string): string {
  return basePathOf(base) + path;
}
