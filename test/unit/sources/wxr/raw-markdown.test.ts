import { expect, it } from 'vitest';
import { NO_PRIVACY_RULES } from '../../../../src/content/privacy/privacy.js';
import { isRawMarkdown } from '../../../../src/sources/wxr/raw-markdown.js';

const HEAD = '## Tides\n\n';

it.each([
  `${HEAD}See [the chart](https://a.example/chart).`,
  `${HEAD}- one\n- two`,
  'A **bold** word.\n\n```js\nx\n```',
])('a body with two marks of Markdown is Markdown: %j', (body) => {
  expect(isRawMarkdown(body, NO_PRIVACY_RULES)).toBe(true);
});

it.each([
  HEAD,
  'A # sign and a - dash.',
  `${HEAD}- one\n- two<br>three`,
  `${HEAD}[gallery]\n\n- one\n- two`,
  `${HEAD}- one\n- two\n\n[members](x) CANARY [/members]`,
  `<!-- wp:paragraph -->\n${HEAD}- one\n- two`,
])('anything else is not: %j', (body) => {
  expect(isRawMarkdown(body, NO_PRIVACY_RULES)).toBe(false);
});
