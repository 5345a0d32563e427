import { addressText, bool, map, textList } from '../fields.js';

/** What AI systems may do with the content. */
export const aiUsage = {
  content_signal: map(
    {
      search: bool(true, { text: 'Search engines may index.', feature: 'content signal' }),
      ai_input: bool(true, { text: 'Assistants may use the content to answer.', feature: 'content signal' }),
      ai_train: bool(false, {
        text: 'Models may be trained on it; off reserves training.',
        feature: 'content signal',
      }),
    },
    { text: 'The `Content-Signal` line of `robots.txt`.', feature: 'content signal' },
  ),
  blocked_trainers: textList(
    {
      text: 'Training crawlers disallowed in `robots.txt`, independent of `content_signal`; empty for none.',
      feature: 'training blocklist',
    },
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
  named_crawlers: textList(
    {
      text:
        'Crawlers that get their own group in `robots.txt`, with the content signal and the rules for ' +
        'all crawlers; crawlers that already have a group keep it.',
      feature: 'content signal',
    },
    [],
  ),
  enable_ai_header: bool(true, {
    text: 'Send `tdm-reservation: 1` with pages while training is reserved.',
    feature: 'AI-usage headers',
  }),
  enable_tdmrep: bool(true, {
    text: 'Serve `/.well-known/tdmrep.json` while training is reserved.',
    feature: 'tdmrep.json',
  }),
  ai_noai_header: bool(false, {
    text: 'Also send `X-Robots-Tag: noai, noimageai`.',
    feature: 'AI-usage headers',
  }),
  tdm_policy_url: addressText({
    text: 'Address of the licence terms, sent as `tdm-policy`.',
    feature: 'AI-usage headers',
  }),
};
