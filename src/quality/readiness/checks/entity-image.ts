import { pass, type ReadinessCheck, toAddress, warn } from '../check.js';

/** Structured data can show the person or organisation. */
export const entityImageCheck: ReadinessCheck = {
  id: 'entity_image',
  rung: 'trusted',
  label: 'Entity image',
  evaluate({ settings, schema }) {
    if (!settings.enable_schema) return undefined;
    if (schema.otherProducer !== undefined) {
      return pass(`${schema.otherProducer} writes the structured data, including its image.`);
    }
    const word = settings.identity.entity_type === 'Person' ? 'image' : 'logo';
    if (schema.image === '') {
      return warn(
        `Structured data names no ${word}.`,
        `Set "site.logo" in the configuration to the address of a square ${word}, and build again.`,
      );
    }
    if (!schema.imageExists) {
      return warn(
        `The ${word} ${schema.image} isn't among the files of the site.`,
        'Correct "site.logo" in the configuration, or put the file there.',
      );
    }
    return pass(`The ${word} is ${schema.image}.`, toAddress(schema.image, `See the ${word}`));
  },
};
