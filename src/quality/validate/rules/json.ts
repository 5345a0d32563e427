import type { Rule } from '../rule.js';

/** JSON documents are JSON. */
export const json: Rule = {
  id: 'json',
  level: 'error',
  title: 'Every JSON document can be parsed',
  anywhere: true,
  *checkDocument(document) {
    if (!document.isJson) return;
    if (!document.isWhole) {
      yield { code: 'too-large', file: document.file, message: 'The document is too large for any reader.' };
      return;
    }
    const parsed = document.json();
    if ('value' in parsed) return;
    yield {
      code: 'not-json',
      file: document.file,
      ...(parsed.line === undefined ? {} : { line: parsed.line }),
      message: document.size === 0 ? 'The file is empty.' : 'Here the file stops being JSON.',
      fix: 'Build again; if a plugin makes the document, correct it there.',
    };
  },
};
