import { withGeneratedParts } from '../../core/generated-parts.js';
import {
  ACCESS_PHRASES,
  ACCESS_WORDS,
  CONDITIONS,
  GATE_ENDINGS,
  GATE_WORDS,
  READER_GROUPS,
  SOLE_GATES,
} from './words.js';

const code = (words: Iterable<string>): string => [...words].map((word) => `\`${word}\``).join(', ');

/** The text of `docs/privacy.md`, with the word lists. */
export function privacyReference(): string {
  const languages = ACCESS_WORDS.map(
    ({ language, stems, words }) =>
      `### ${language}\n\nAnywhere in a part: ${code(stems)}.\n\nWhole parts: ${code(words)}.`,
  );
  return withGeneratedParts('privacy.md', {
    words: languages.join('\n\n'),
    phrases: code([...ACCESS_PHRASES].map((phrase) => phrase.replace('-', ' '))),
    conditions: code(CONDITIONS),
    'gate-words': code(GATE_WORDS),
    'gate-endings': code(GATE_ENDINGS),
    'sole-gates': code(SOLE_GATES),
    'reader-groups': code(READER_GROUPS),
  });
}
