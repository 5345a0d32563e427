import { type ConfigData, HtmlValidate } from 'html-validate/node';

/** Rules about taste, not about HTML. */
const TASTE = {
  'doctype-style': 'off',
  'no-trailing-whitespace': 'off',
  'long-title': 'off',
  'no-inline-style': 'off',
  'attribute-boolean-style': 'off',
  // Any character may begin an id since HTML 5.
  'valid-id': ['error', { relaxed: true }],
} satisfies NonNullable<ConfigData['rules']>;

const validator = new HtmlValidate({
  root: true,
  extends: ['html-validate:recommended'],
  rules: { ...TASTE },
});

/** What a validator finds wrong with a document: `line rule: message`. */
export async function errorsOf(html: string): Promise<readonly string[]> {
  const report = await validator.validateString(html);
  return report.results.flatMap(({ messages }) =>
    messages.map(({ line, ruleId, message }) => `${line} ${ruleId}: ${message}`),
  );
}
