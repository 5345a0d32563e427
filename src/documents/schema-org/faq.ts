import type { Element, Root, RootContent } from 'hast';
import type { Question, SchemaBody, SchemaNode } from './context.js';
import { childElement, cut, textOf } from './text.js';

const MAX_BODY = 256 * 1024;
const MAX_QUESTION = 200;
const MAX_ANSWER = 1200;
const MIN_PAIRS = 2;

/**
 * Questions and answers in a body: disclosure elements first, then headings that end in a question mark.
 * @param parts elements of the tree, `details` among them
 * @param size length of the source text
 * @returns none for fewer than two, and for bodies over 256 KB
 */
export function readQuestions(tree: Root, parts: readonly Element[], size: number): readonly Question[] {
  if (size > MAX_BODY) return [];
  const pairs = unique([...disclosures(parts), ...headings(tree.children)]);
  return pairs.length < MIN_PAIRS ? [] : pairs;
}

/** The node of the questions in a body; undefined where there are none. */
export function faqNode(url: string, { questions }: SchemaBody): SchemaNode | undefined {
  if (questions.length === 0) return undefined;
  return {
    '@type': 'FAQPage',
    '@id': `${url}#faq`,
    url,
    mainEntity: questions.map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: cut(answer, MAX_ANSWER) },
    })),
  };
}

function disclosures(parts: readonly Element[]): readonly Question[] {
  return parts.flatMap((details) => {
    if (details.tagName !== 'details') return [];
    const summary = childElement(details, 'summary');
    if (summary === undefined) return [];
    const answer = textOf(details.children.filter((child) => child !== summary));
    return [{ question: textOf([summary]), answer }];
  });
}

function headings(nodes: readonly RootContent[]): readonly Question[] {
  const pairs: { question: string; nodes: RootContent[] }[] = [];
  let current: { question: string; nodes: RootContent[] } | undefined;
  for (const node of nodes) {
    if (isHeading(node)) {
      const question = textOf([node]);
      const asks = question.endsWith('?') && question.length <= MAX_QUESTION;
      current = asks ? { question, nodes: [] } : undefined;
      if (current !== undefined) pairs.push(current);
    } else if (!(node.type === 'element' && node.tagName === 'details')) current?.nodes.push(node);
  }
  return pairs.map(({ question, nodes: answer }) => ({ question, answer: textOf(answer) }));
}

function isHeading(node: RootContent): boolean {
  return node.type === 'element' && /^h[2-4]$/.test(node.tagName);
}

function unique(pairs: readonly Question[]): readonly Question[] {
  const seen = new Set<string>();
  return pairs.filter(({ question, answer }) => {
    const key = question.toLowerCase();
    if (question === '' || answer === '' || seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}
