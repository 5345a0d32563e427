import { inlineHtml } from './inline-html.js';

/** Kinds of callouts that generators know, with their displayed label. */
const LABELS: Readonly<Record<string, string>> = {
  abstract: 'Summary',
  attention: 'Attention',
  bug: 'Bug',
  caution: 'Caution',
  danger: 'Danger',
  details: 'Details',
  error: 'Error',
  example: 'Example',
  failure: 'Failure',
  faq: 'Question',
  help: 'Help',
  hint: 'Hint',
  important: 'Important',
  info: 'Info',
  note: 'Note',
  question: 'Question',
  quote: 'Quote',
  success: 'Success',
  summary: 'Summary',
  tip: 'Tip',
  todo: 'To do',
  warning: 'Warning',
};

/**
 * The label of a callout: its own title, else the name of its kind.
 * @returns undefined where `name` isn't a kind of callout
 */
export function labelled(name: string, title: string): string | undefined {
  const kind = name.toLowerCase();
  if (!Object.hasOwn(LABELS, kind)) return undefined;
  return title.trim() || LABELS[kind];
}

/**
 * The opening of a callout as HTML; Markdown may follow after an empty line.
 * @param label may contain simple Markdown; empty for a callout without one
 */
export function openCallout(name: string, label: string): string {
  const title = label === '' ? '' : `<p><strong>${inlineHtml(label)}</strong></p>`;
  return `<blockquote class="callout callout-${name.toLowerCase()}">${title}`;
}
