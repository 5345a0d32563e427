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

/** Where a site serves the schema; readers recognise the format by this ending (spec section 9). */
export const SCHEMA_PATH = '/schemas/discovery/1.0/discovery.schema.json';
