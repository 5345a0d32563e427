import { addressText, bool, map, ofFeature, textList } from '../fields.js';

/** What AI systems may do with the content. */
export const aiUsage = {
  ...ofFeature('content signal', {
    content_signal: map(
      {
        search: bool(true, 'Search engines may index.'),
        ai_input: bool(true, 'Assistants may use the content to answer.'),
        ai_train: bool(false, 'Models may be trained on it; off reserves training.'),
      },
      'The `Content-Signal` line of `robots.txt`.',
    ),
  }),
  ...ofFeature('training blocklist', {
    blocked_trainers: textList(
      'Training crawlers disallowed in `robots.txt`, independent of `content_signal`; empty for none.',
      [
        'Amazonbot',
        'Applebot-Extended',
        'Bytespider',
        'CCBot',
        'ClaudeBot',
        'GPTBot',
        'Google-Extended',
        'meta-externalagent',
      ],
    ),
  }),
  ...ofFeature('content signal', {
    named_crawlers: textList(
      'Crawlers that get their own group in `robots.txt`, with the content signal and the rules for ' +
        'all crawlers; crawlers that already have a group keep it.',
      [],
    ),
  }),
  ...ofFeature('AI-usage headers', {
    enable_ai_header: bool(true, 'Send `tdm-reservation: 1` with pages while training is reserved.'),
  }),
  ...ofFeature('tdmrep.json', {
    enable_tdmrep: bool(true, 'Serve `/.well-known/tdmrep.json` while training is reserved.'),
  }),
  ...ofFeature('AI-usage headers', {
    ai_noai_header: bool(false, 'Also send `X-Robots-Tag: noai, noimageai`.'),
    tdm_policy_url: addressText('Address of the licence terms, sent as `tdm-policy`.'),
  }),
};
