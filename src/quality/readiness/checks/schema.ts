import { pass, type ReadinessCheck, toSetting, warn } from '../check.js';

/** Pages carry structured data. */
export const schemaCheck: ReadinessCheck = {
  id: 'schema',
  rung: 'readable',
  label: 'Structured data',
  evaluate({ settings, schema, html }) {
    if (schema.otherProducer !== undefined)
      return pass(`${schema.otherProducer} writes the structured data.`);
    if (!settings.enable_schema) {
      return warn(
        'Structured data is switched off.',
        'Switch structured data on.',
        toSetting('ar-feat-enable_schema'),
      );
    }
    if (html === 'none') {
      return warn(
        'The build writes no HTML pages, so it adds no structured data.',
        'In the configuration, name the built site as "siteDir", or set "html" to "render". If another program writes structured data, set "seo": { "owner": true } there.',
      );
    }
    return pass('Pages carry JSON-LD.');
  },
};
