/** An address in a Markdown text with its line. */
export interface PlacedLink {
  readonly url: string;
  /** Counts from 1. */
  readonly line: number;
}

/** The absolute addresses that a Markdown text links to, except in code. */
export function* markdownLinks(text: string): Iterable<PlacedLink> {
  let fence = '';
  for (const [index, line] of text.split('\n').entries()) {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1];
    if (fence !== '') {
      if (mark?.startsWith(fence) === true) fence = '';
      continue;
    }
    if (mark !== undefined) {
      fence = mark;
      continue;
    }
    const plain = line.replace(/(`+)(?!`).*?(?<!`)\1(?!`)/g, '');
    for (const match of plain.matchAll(/\]\(<?(https?:[^\s)>]+)>?(?: "[^"]*")?\)|<(https?:[^\s>]+)>/g)) {
      yield { url: match[1] ?? match[2] ?? '', line: index + 1 };
    }
  }
}
