import type { Blockquote, Paragraph, PhrasingContent, Root, Text } from 'mdast';
import { labelled } from './callout.js';
import { walk } from './walk.js';

// GitHub writes the mark alone on its line; Obsidian adds `+` or `-` and a title.
const MARK = /^\[!([A-Za-z]+)\][+-]?[ \t]*([^\n]*)(?:\n|$)/;

/** Takes what follows the text on its line out of a paragraph: the rest of a title with emphasis, code or links. */
function takeLine({ children }: Paragraph, text: Text): PhrasingContent[] {
  const at = children.findIndex(
    (child, index) =>
      index > 0 && (child.type === 'break' || (child.type === 'text' && child.value.includes('\n'))),
  );
  const end = children[at];
  const taken = children.splice(1, (at < 0 ? children.length : at) - 1);
  if (taken.length === 0 || end?.type !== 'text') return taken;
  const [last = '', ...others] = end.value.split('\n');
  text.value = others.join('\n');
  children.splice(1, 1);
  return last === '' ? taken : [...taken, { type: 'text', value: last }];
}

function label(quote: Blockquote): void {
  const [first] = quote.children;
  const [text] = first?.type === 'paragraph' ? first.children : [];
  if (first?.type !== 'paragraph' || text?.type !== 'text') return;
  const match = MARK.exec(text.value);
  if (match === null) return;
  const [found, name = '', title = ''] = match;
  text.value = text.value.slice(found.length);
  const marked = found.endsWith('\n') ? [] : takeLine(first, text);
  const word = marked.length > 0 ? title : (labelled(name, title) ?? (title.trim() || name));
  if (text.value === '') first.children.shift();
  if (first.children[0]?.type === 'break') first.children.shift();
  if (first.children.length === 0) quote.children.shift();
  const heading: Paragraph = {
    type: 'paragraph',
    children: [{ type: 'strong', children: [{ type: 'text', value: word }, ...marked] }],
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
