/** The members of a document of format 1.0, in wire order (spec section 2.1). */
export const DISCOVERY_KEYS: readonly string[] = [
  '$schema',
  'spec_version',
  'site',
  'identity',
  'documents',
  'well_known',
  'apis',
  'agents',
  'resources',
  'capabilities',
  'trust',
];
