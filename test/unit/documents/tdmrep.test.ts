import { describe, expect, it } from 'vitest';
import { schemaErrors } from '../../../src/quality/validate/ajv.js';
import { filesOf, testContext } from '../../support/documents/context.js';

type Options = Parameters<typeof testContext>[0];

const textWith = (options: Options): string | undefined =>
  filesOf('tdmrep', testContext(options))['.well-known/tdmrep.json'];

describe('tdmrep.json', () => {
  it('[4.2-tdmrep] reserves the whole site while training is reserved', () => {
    expect(textWith({})).toBe('[{"location":"/","tdm-reservation":1}]');
  });

  it.each<[string, Options]>([
    ['it is switched off', { settings: { enable_tdmrep: false } }],
    ['training is allowed', { settings: { content_signal: { ai_train: true } } }],
  ])('[4.2-tdmrep] does not exist while %s', (_, options) => {
    expect(textWith(options)).toBeUndefined();
  });

  it.each([
    ['/ai-policy/', 'https://tea.example/ai-policy/'],
    ['https://law.example/tea', 'https://law.example/tea'],
  ])('names the policy %s by its whole address', (tdm_policy_url, expected) => {
    const [row] = JSON.parse(textWith({ settings: { tdm_policy_url } }) ?? '');
    expect(row).toEqual({ location: '/', 'tdm-reservation': 1, 'tdm-policy': expected });
    expect(schemaErrors('tdmrep.schema.json', [row])).toEqual([]);
  });

  it('has a schema that knows reservations only', () => {
    expect(schemaErrors('tdmrep.schema.json', [{ location: '/', 'tdm-reservation': 0 }])).not.toEqual([]);
    expect(schemaErrors('tdmrep.schema.json', [])).not.toEqual([]);
  });
});
