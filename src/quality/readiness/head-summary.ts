import { scanPage } from '../../documents/page-head/page-scan.js';
import type { HeadSummary } from './facts.js';

/** Generator names of this program. */
const OWN = /^(?:svc|agent-discovery-service)\b/i;

/**
 * The repeated tags in the head of a home page.
 * @param page its bytes
 */
export function headSummary(page: Uint8Array): HeadSummary {
  const { head, descriptions } = scanPage(Buffer.from(page).toString('latin1'));
  const others = head.metas
    .filter(({ name, content }) => name === 'generator' && content !== '' && !OWN.test(content))
    .map(({ content }) => Buffer.from(content, 'latin1').toString('utf8'));
  return {
    descriptions: descriptions.length,
    ogTitles: head.metas.filter(({ property }) => property === 'og:title').length,
    others: [...new Set(others)],
  };
}
