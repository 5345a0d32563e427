import { readdirSync, readFileSync } from 'node:fs';

export const GUIDES = 'docs/deploy';

/** A block of code of a guide. */
export interface Block {
  readonly guide: string;
  readonly language: string;
  readonly text: string;
}

/** The guides by name, without ending. */
export function guides(): ReadonlyMap<string, string> {
  const names = readdirSync(GUIDES).filter((name) => name.endsWith('.md'));
  return new Map(names.map((name) => [name.slice(0, -3), readFileSync(`${GUIDES}/${name}`, 'utf8')]));
}

/** All blocks of code, of one language or of all. Blocks in lists lose their indentation. */
export function blocks(language?: string): readonly Block[] {
  return [...guides()].flatMap(([guide, text]) =>
    [...text.matchAll(/^( *)```(\w+)\n([\s\S]*?)^\1```$/gm)]
      .map(([, indent = '', name = '', code = '']) => ({
        guide,
        language: name,
        text: code.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
      }))
      .filter((block) => language === undefined || block.language === language),
  );
}

/**
 * The block of a guide.
 * @throws Error when there is not exactly one
 */
export function blockOf(guide: string, language: string, including = ''): string {
  const found = blocks(language).filter((one) => one.guide === guide && one.text.includes(including));
  const [block] = found;
  if (block === undefined || found.length > 1) {
    throw new Error(`${found.length} blocks of ${language} in ${guide}.md`);
  }
  return block.text;
}

/** A call of the program in a guide. */
export interface Call {
  readonly guide: string;
  readonly line: string;
  readonly words: readonly string[];
}

/** Every call of the program, in blocks and in the text, with its arguments as a shell would split them. */
export function calls(verbs: readonly string[]): readonly Call[] {
  const pattern = new RegExp(
    `\\b(?:svc|agent-discovery-service)"? (?=(?:${verbs.join('|')})\\b)([^\\n|&>;\`]*)`,
    'g',
  );
  return [...guides()].flatMap(([guide, text]) =>
    [...text.matchAll(pattern)]
      // Prose goes on after the name of a command; calls in it are in backticks.
      .filter(({ index }) => inCode(text, index))
      .map(([line, rest = '']) => ({ guide, line, words: wordsOf(rest) })),
  );
}

function inCode(text: string, at: number): boolean {
  const before = text.slice(0, at);
  if ((before.match(/^ *```/gm)?.length ?? 0) % 2 === 1) return true;
  const line = before.slice(before.lastIndexOf('\n') + 1);
  return (line.match(/`/g)?.length ?? 0) % 2 === 1;
}

function wordsOf(text: string): readonly string[] {
  return [...text.matchAll(/(?:"[^"]*"|[^\s"]+)+/g)]
    .map(([word]) => word.replaceAll('"', ''))
    .filter((word) => word !== '' && word !== '\\');
}
