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

<!-- Generated from the rows of src/quality/readiness/pages/table.ts by npm run docs; changes made here are lost. -->

This page lists the checks of each page's content. A build applies them to every public page while it converts the page.
A check that passes is worth 1, a warning 0.5, a failure 0. The points of a page are their average as a percentage, and
the rung "Optimized" of the score is the average of all graded pages. The results are stored in
\`.svc/cache/state.jsonl\`, and in the database of a sidecar. The setting \`enable_page_checks\` switches all checks off.

${table}

## Words

A word is any text between white space, including numbers and code. In scripts without spaces between words,
two characters (Chinese, Japanese) or four (Thai, Lao, Burmese, Khmer) count as one.

## Pages that aren't graded

These pages are checked, but don't count for the score: pages without words, pages that only contain a block or shortcode
of a plugin, products, pages whose front matter has the \`layout\` or \`template\` of a list (\`archive\`, \`blog\`, \`tags\`
and similar), and pages with this front matter:

\`\`\`yaml
svc:
  graded: false
\`\`\`

Pages in the setting \`optimize_ignored\` aren't checked at all.

## Front matter

| Key | Meaning |
| --- | --- |
| \`focus\` | The search that the page should answer; if there are several, separated by commas, the first counts. A paragraph, together with the heading above it, should contain all its words. |
| \`evergreen: true\` | The page doesn't go out of date. The setting \`evergreen_categories\` does this for whole categories. |
| \`media\` | What videos and recordings show, by address: \`{ "https://youtu.be/…": "How the wheel is set" }\`. |
| \`svc: { graded: false }\` | The page isn't graded. |
`;
}
