import { type SaxesAttributeNS, SaxesParser } from 'saxes';

/** A complete element. */
export interface XmlElement {
  /** Local names from the root on, with `/` between: `urlset/url/loc`. */
  readonly path: string;
  readonly namespace: string;
  /** By local name. */
  readonly attributes: Readonly<Record<string, string>>;
  /** Text directly inside it. */
  readonly text: string;
  readonly line: number;
}

type Open = Omit<XmlElement, 'text'> & { text: string };

/** Where a document stops being XML. */
export interface XmlFault {
  readonly line: number;
  readonly message: string;
}

/** The longest text that is kept of one element. */
const MAX_TEXT = 10_000;

/**
 * Reads an XML document of any length, piece by piece. Entities beyond the five of XML are never expanded.
 * @param onElement called for every element when it ends
 * @returns the first fault; undefined for well-formed XML with declared namespaces
 */
export function readXml(
  chunks: Iterable<Uint8Array>,
  onElement: (element: XmlElement) => void,
): XmlFault | undefined {
  const parser = new SaxesParser({ xmlns: true });
  const open: Open[] = [];
  let fault: XmlFault | undefined;
  const add = (text: string) => {
    const last = open.at(-1);
    if (last !== undefined && last.text.length < MAX_TEXT) last.text += text;
  };
  parser.on('error', ({ message }) => {
    fault ??= { line: parser.line, message: message.replace(/^\d+:\d+: /, '') };
  });
  parser.on('opentag', ({ local, uri, attributes }) => {
    const parent = open.at(-1)?.path;
    const path = parent === undefined ? local : `${parent}/${local}`;
    open.push({ path, namespace: uri, attributes: plainAttributes(attributes), line: parser.line, text: '' });
  });
  parser.on('text', add);
  parser.on('cdata', add);
  parser.on('closetag', () => {
    const element = open.pop();
    if (element !== undefined) onElement({ ...element, text: element.text.trim() });
  });
  const decoder = new TextDecoder();
  for (const chunk of chunks) {
    parser.write(decoder.decode(chunk, { stream: true }));
    if (fault !== undefined) return fault;
  }
  parser.write(decoder.decode()).close();
  return fault;
}

function plainAttributes(attributes: Readonly<Record<string, SaxesAttributeNS>>): Record<string, string> {
  return Object.fromEntries(Object.values(attributes).map(({ local, value }) => [local, value]));
}
