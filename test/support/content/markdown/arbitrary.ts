import fc from 'fast-check';
import type { BlockContent, DefinitionContent, ListItem, PhrasingContent, Root, TableCell } from 'mdast';

type Flow = BlockContent | DefinitionContent;

/** Pieces of text that Markdown could misread. */
const PIECES = [
  'a',
  'b',
  'word',
  ' ',
  '  ',
  '.',
  '!',
  '*',
  '**',
  '_',
  '__',
  '~',
  '~~',
  '`',
  '``',
  '[',
  ']',
  '(',
  ')',
  '](',
  '<',
  '>',
  '<b>',
  '&',
  '&amp;',
  '&#35;',
  '#',
  '##',
  '-',
  '---',
  '+',
  '=',
  '===',
  '|',
  ':',
  ':-',
  '1.',
  '12)',
  '\\',
  '\\*',
  '"',
  "'",
  '^',
  '[^1]',
  '![',
  'https://e.org/a_b',
  'a@b.org',
  '「',
  '」',
  '字',
  '🎉',
  'é',
  '\u00a0',
  '—',
  '$',
  '{',
  '\n',
  '\t',
  'www.',
  '//',
  '@',
];

export const text = fc
  .array(fc.constantFrom(...PIECES), { minLength: 0, maxLength: 8 })
  .map((pieces) => pieces.join(''));

const url = fc.constantFrom(
  '/x',
  'https://e.org/a_b',
  '/a(b)',
  '/a)b',
  '/a b',
  '',
  '/q?a=1&amp=2',
  '/p|q',
  'mailto:a@b.org',
  '/[x]',
  '/a\\b',
  '<x>',
);
const title = fc.option(fc.constantFrom('T', 'a "b"', 'x & y', '*t*', 'a_b'), { nil: null });

const { line } = fc.letrec<{ line: PhrasingContent[]; node: PhrasingContent }>((tie) => ({
  line: fc.array(tie('node'), { minLength: 0, maxLength: 5, depthIdentifier: 'line' }),
  node: fc.oneof(
    { maxDepth: 3, depthIdentifier: 'line' },
    { weight: 6, arbitrary: text.map((value): PhrasingContent => ({ type: 'text', value })) },
    { weight: 1, arbitrary: text.map((value): PhrasingContent => ({ type: 'inlineCode', value })) },
    { weight: 1, arbitrary: fc.constant<PhrasingContent>({ type: 'break' }) },
    {
      weight: 1,
      arbitrary: fc.constant<PhrasingContent>({ type: 'footnoteReference', identifier: '1', label: '1' }),
    },
    { weight: 1, arbitrary: fc.constant<PhrasingContent>({ type: 'inlineMath', value: '$x_i$' }) },
    {
      weight: 1,
      arbitrary: fc
        .record({ url, title, alt: text })
        .map((rest): PhrasingContent => ({ type: 'image', ...rest })),
    },
    {
      weight: 3,
      arbitrary: fc
        .tuple(fc.constantFrom('strong', 'emphasis', 'delete'), tie('line'))
        .map(([type, children]) => ({ type, children }) as PhrasingContent),
    },
    {
      weight: 2,
      arbitrary: fc
        .record({ url, title, children: tie('line') })
        .map(({ children, ...rest }): PhrasingContent => ({ type: 'link', ...rest, children })),
    },
    { weight: 1, arbitrary: fc.constantFrom('https://e.org/a_b', 'https://e.org/p|q').map(selfLink) },
  ),
}));

function selfLink(address: string): PhrasingContent {
  return { type: 'link', url: address, title: null, children: [{ type: 'text', value: address }] };
}

const cell = line.map((children): TableCell => ({ type: 'tableCell', children }));

const { flow } = fc.letrec<{ flow: Flow[]; block: Flow; item: ListItem }>((tie) => ({
  flow: fc.array(tie('block'), { minLength: 0, maxLength: 4, depthIdentifier: 'flow' }),
  item: fc
    .record({
      spread: fc.boolean(),
      checked: fc.constantFrom(null, null, null, true, false),
      children: tie('flow'),
    })
    .map((rest): ListItem => ({ type: 'listItem', ...rest })),
  block: fc.oneof(
    { maxDepth: 3, depthIdentifier: 'flow' },
    { weight: 5, arbitrary: line.map((children): Flow => ({ type: 'paragraph', children })) },
    {
      weight: 1,
      arbitrary: fc
        .tuple(fc.constantFrom<(1 | 2 | 3)[]>(1, 2, 3), line)
        .map(([depth, children]): Flow => ({ type: 'heading', depth, children })),
    },
    {
      weight: 1,
      arbitrary: fc
        .tuple(fc.constantFrom(null, 'js', 'c++', 'a b', '`'), text)
        .map(([lang, value]): Flow => ({ type: 'code', lang, meta: null, value })),
    },
    { weight: 1, arbitrary: fc.constant<Flow>({ type: 'thematicBreak' }) },
    { weight: 1, arbitrary: tie('flow').map((children): Flow => ({ type: 'blockquote', children })) },
    {
      weight: 1,
      arbitrary: tie('flow').map(
        (children): Flow => ({ type: 'blockquote', data: { alert: 'NOTE' }, children }),
      ),
    },
    {
      weight: 1,
      arbitrary: tie('flow').map(
        (children): Flow => ({ type: 'footnoteDefinition', identifier: '1', label: '1', children }),
      ),
    },
    {
      weight: 3,
      arbitrary: fc
        .record({
          ordered: fc.boolean(),
          start: fc.constantFrom(null, 0, 1, 9),
          spread: fc.boolean(),
          children: fc.array(tie('item'), { minLength: 1, maxLength: 3 }),
        })
        .map((rest): Flow => ({ type: 'list', ...rest })),
    },
    {
      weight: 1,
      arbitrary: fc
        .record({
          align: fc.array(fc.constantFrom(null, 'left', 'center', 'right'), { maxLength: 3 }),
          children: fc.array(fc.array(cell, { maxLength: 3 }), { minLength: 1, maxLength: 3 }),
        })
        .map(({ align, children }): Flow => {
          return {
            type: 'table',
            align,
            children: children.map((cells) => ({ type: 'tableRow', children: cells })),
          };
        }),
    },
  ),
}));

/** Any Markdown tree that our writer may be given. */
export const tree = flow.map((children): Root => ({ type: 'root', children }));
