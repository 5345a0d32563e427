import { SaxesParser } from 'saxes';

/** Fields of every item as an XML parser sees them: the oracle for our own scanner. */
export function readWithSaxes(xml: string): ReadonlyMap<string, string>[] {
  const items: Map<string, string>[] = [];
  const path: string[] = [];
  let text = '';
  const parser = new SaxesParser({ xmlns: false });
  parser.on('error', () => {
    // Reported, never fatal: control characters and undeclared entities.
  });
  parser.on('opentag', ({ name }) => {
    path.push(name);
    text = '';
    if (name === 'item') items.push(new Map());
  });
  parser.on('text', (part) => {
    text += part;
  });
  parser.on('cdata', (part) => {
    text += part;
  });
  parser.on('closetag', ({ name }) => {
    path.pop();
    if (path.at(-1) === 'item') items.at(-1)?.set(name, text.trim());
  });
  parser.write(xml).close();
  return items;
}
