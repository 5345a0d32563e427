import { cleanLines, cleanParagraphs, cleanSentence } from './clean.js';

/** Characters of a description, as everywhere. */
const DESCRIPTION = 300;
/** Characters of a topic. */
const TOPIC = 60;

/** A task for a model, with its prompt and its possible results. */
export interface AssistTask<Result> {
  /** The instruction. */
  readonly instruction: string;
  /** Cleans the answer; empty when it is unusable. */
  clean(answer: string): Result;
}

/** One sentence that says what a page is. */
export const describePage: AssistTask<string> = {
  instruction:
    'Write one plain sentence of about 160 characters that says what this page offers and for whom. ' +
    'Use only what the page says. Answer with the sentence alone: no quotation marks, no markup.',
  clean: (answer) => cleanSentence(answer, DESCRIPTION),
};

/** @param most topics */
export function nameTopics(most: number): AssistTask<readonly string[]> {
  return {
    instruction:
      `Name at most ${most} topics that this page is about, the most important first. Each has one to four words, ` +
      'in lower case unless it is a proper noun. Answer with the topics alone, on one line, with commas between them.',
    clean: (answer) => topicsOf(answer, most),
  };
}

function topicsOf(answer: string, most: number): readonly string[] {
  const found = new Map<string, string>();
  for (const part of answer.split(/[,\n;]/)) {
    const topic = cleanSentence(part.replace(/^\s*(?:[-*•]|\d+[.)])\s*/, ''), TOPIC).replace(
      /[.!?"'“”»’\s]+$/,
      '',
    );
    const key = topic.toLowerCase();
    if (topic !== '' && topic.split(' ').length <= 8 && !found.has(key)) found.set(key, topic);
  }
  return [...found.values()].slice(0, most);
}

/** Checks of a page that a model can help to pass (spec section 8). */
export const FIXABLE = ['summary', 'headings', 'passages', 'evidence', 'words'] as const;

/** One of them. */
export type FixableCheck = (typeof FIXABLE)[number];

/** The prompt for each check. */
export const fixes: Readonly<Record<FixableCheck, AssistTask<string>>> = {
  summary: {
    instruction:
      'Write an opening summary of one or two sentences for this page: what a reader learns from it. ' +
      'Use only what the page says. Answer with the summary alone, as plain text.',
    clean: (answer) => cleanSentence(answer, DESCRIPTION),
  },
  headings: {
    instruction:
      'Propose section headings for this page, in the order of its content. Answer with one heading on each line, ' +
      'beginning with "## ", or with "### " below another heading, and nothing else.',
    clean: (answer) => cleanLines(answer, /^#{2,3} /, { lines: 30, characters: 120 }).join('\n'),
  },
  passages: {
    instruction:
      'Find the longest dense paragraph of this page and write it anew as two or three shorter ones, with the same ' +
      'facts and in the same voice. Answer with these paragraphs alone, with an empty line between them.',
    clean: (answer) => cleanParagraphs(answer, { paragraphs: 5, characters: 1500 }),
  },
  evidence: {
    instruction:
      'Name two or three concrete specifics that would make this page more credible, such as a number to look up, ' +
      'an example to give or a source to link. Never make up a figure. Answer with one line for each, beginning ' +
      'with "- ", and nothing else.',
    clean: (answer) => cleanLines(answer, /^- /, { lines: 5, characters: 300 }).join('\n'),
  },
  words: {
    instruction:
      'This page says little. Name three to five things that its readers would want to know and that are missing. ' +
      'No filler. Answer with one line for each, beginning with "- ", and nothing else.',
    clean: (answer) => cleanLines(answer, /^- /, { lines: 7, characters: 300 }).join('\n'),
  },
};
