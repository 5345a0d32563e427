import { describe, expect, it } from 'vitest';
import { abilityName } from '../../../../../src/sidecar/abilities/ability.js';
import { abilities, readAbilities } from '../../../../../src/sidecar/abilities/table.js';

/** The twenty names of spec section 5.1, `read-content`, and one of our own. */
const NAMES = [
  'read-readiness',
  'read-findings',
  'read-audience',
  'read-ai-visibility',
  'read-ai-traffic',
  'read-request-log',
  'read-edge-traffic',
  'read-search-visibility',
  'read-google-index',
  'read-search-performance',
  'read-search-opportunities',
  'identify-bot',
  'read-content-issues',
  'read-terms',
  'check-page',
  'preview-schema',
  'preview-markdown',
  'scan-exposed-files',
  'suggest-internal-links',
  'search-media',
  'read-content',
  'find-content',
];

/** The order in which abilities are listed. */
const ORDER = [
  'read-readiness',
  'read-ai-visibility',
  'read-ai-traffic',
  'read-request-log',
  'read-edge-traffic',
  'read-search-visibility',
  'read-google-index',
  'read-search-performance',
  'read-search-opportunities',
  'identify-bot',
  'read-content-issues',
  'read-terms',
  'check-page',
  'read-content',
  'preview-schema',
  'preview-markdown',
  'scan-exposed-files',
  'suggest-internal-links',
  'search-media',
  'read-findings',
  'read-audience',
  'find-content',
];

describe('the abilities that read', () => {
  it('[5.1-read-set] every name of the specification has one', () => {
    const slugs = readAbilities.map(({ slug }) => slug);
    expect([...slugs].sort()).toEqual([...NAMES].sort());
    expect(slugs).toEqual(ORDER);
    expect(abilities.slice(0, slugs.length)).toEqual(readAbilities);
  });

  it('[5.1-prefix] are read-only and below our prefix', () => {
    for (const ability of readAbilities) {
      expect(ability.tier).toBe('read');
      expect(ability.isDestructive ?? false).toBe(false);
      expect(abilityName(ability)).toBe(`svc/${ability.slug}`);
    }
  });
});
