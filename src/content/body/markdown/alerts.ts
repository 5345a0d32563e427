import type { Blockquote, Paragraph, Root } from 'mdast';
import { labelled } from './callout.js';
import { walk } from './walk.js';

// GitHub writes the mark alone on its line; Obsidian adds `+` or `-` and a title.
const MARK = /^\[!([A-Za-z]+)\][+-]?[ \t]*([^\n]*)(?:\n|$)/;

function label(quote: Blockquote): void {
  const [first] = quote.children;
  const [text] = first?.type === 'paragraph' ? first.children : [];
  if (first?.type !== 'paragraph' || text?.type !== 'text') return;
  const match = MARK.exec(text.value);
  if (match === null) return;
  const [found, name = '', title = ''] = match;
  const word = labelled(name, title) ?? (title.trim() || name);
  text.value = text.value.slice(found.length);
  if (text.value === '') first.children.shift();
  if (first.children[0]?.type === 'break') first.children.shift();
  if (first.children.length === 0) quote.children.shift();
  const heading: Paragraph = {
    type: 'paragraph',
    children: [{ type: 'strong', children: [{ type: 'text', value: word }] }],
  };
  quote.children.unshift(heading);
  quote.data = { hProperties: { className: ['callout', `callout-${name.toLowerCase()}`] } };
}

/**
 * Gives the alerts of GitHub and Obsidian (`> [!NOTE]`) their label in words; they stay quotes.
 * @see https://docs.github.com/get-started/writing-on-github (alerts)
 */
export function labelAlerts(tree: Root): void {
  walk(tree, (node) => {
    if (node.type === 'blockquote') label(node);
  });
}
