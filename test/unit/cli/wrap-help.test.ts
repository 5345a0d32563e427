import { expect, it } from 'vitest';
import { wrapHelp } from '../../../src/cli/wrap-help.js';

const TEXT = `Examples:
  svc build export.xml --base-url https://example.org
      reads a WordPress export and writes to out/

Exit codes: 0 done, 1 failed (with --explain: no such page), 2 wrong usage.
`;

it('wraps explanations at the width of the terminal, and keeps commands whole', () => {
  expect(wrapHelp(TEXT, 30)).toBe(`Examples:
  svc build export.xml --base-url https://example.org
      reads a WordPress export
      and writes to out/

Exit codes: 0 done, 1 failed
(with --explain: no such
page), 2 wrong usage.
`);
});

it('leaves the text alone where there is no terminal', () => {
  expect(wrapHelp(TEXT, undefined)).toBe(TEXT);
});
