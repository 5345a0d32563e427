import { escapeOnce } from '../../content/body/wordpress/escape.js';

/** A table of facts as a block; empty without any. */
export function factsTable(facts: readonly (readonly [name: string, value: string])[]): string {
  const rows = facts.map(
    ([name, value]) => `<tr><th scope="row">${escapeOnce(name)}</th><td>${escapeOnce(value)}</td></tr>`,
  );
  return rows.length === 0
    ? ''
    : `<!-- wp:table -->\n<table><tbody>${rows.join('')}</tbody></table>\n<!-- /wp:table -->`;
}
