import { pageChecks } from './pages/table.js';

/** The text of `docs/checks.md`, made from the table of page checks. */
export function checksReference(): string {
  const rows = pageChecks.map(({ id, label, condition, problem, why }) => [
    `\`${id}\``,
    label,
    `${condition.charAt(0).toUpperCase()}${condition.slice(1)}.`,
    problem,
    why,
  ]);
  const header = ['Id', 'Check', 'Passes when', 'Named in lists as', 'What to do'];
  const table = [header, header.map(() => '---'), ...rows]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');
  return `# Page checks

Generated from the rows of \`src/quality/readiness/pages/table.ts\` by \`npm run docs\`; changes made here are lost.

A build reads every public page once while it converts it, and judges it by these checks. A check that passes is
worth 1, a warning 0.5, a failure 0; the points of a page are their average as a percentage, and the rung
"Optimized" of the score is the average of all graded pages. What was found is kept in \`.svc/cache/state.jsonl\`,
and in the database of a sidecar. The setting \`enable_page_checks\` switches all of them off.

${table}

## Words

What stands between white space is a word, numbers and code included. In scripts that put no spaces between words,
two characters (Chinese, Japanese) or four (Thai, Lao, Burmese, Khmer) count as one.

## Pages that are not graded

A page is checked, but counts for no score, when it has no words, when its body only holds a block or shortcode of a
plugin, when it is a product, when its front matter has the \`layout\` or \`template\` of a list (\`archive\`, \`blog\`,
\`tags\` and the like), or when it says so:

\`\`\`yaml
svc:
  graded: false
\`\`\`

A page that is set aside (\`optimize_ignored\`) is left out of everything until it is taken back.

## Front matter

| Key | Meaning |
| --- | --- |
| \`focus\` | The search that the page should answer; the first of several, with commas between, counts. One paragraph, with the heading above it, should hold all its words. |
| \`evergreen: true\` | The page does not age. Categories whose pages do not are in the setting \`evergreen_categories\`. |
| \`media\` | What videos and recordings show, by address: \`{ "https://youtu.be/…": "How the wheel is set" }\`. |
| \`svc: { graded: false }\` | The page is not graded. |
`;
}
