import type { Root, RootContent } from 'hast';
import type { SchemaBody, SchemaNode } from './context.js';
import { childElement, cut, findElements, textOf } from './text.js';

const MAX_BODY = 256 * 1024;
const MAX_QUESTION = 200;
const MAX_ANSWER = 1200;
const MIN_PAIRS = 2;

interface Pair {
  readonly question: string;
  readonly answer: string;
}

/**
 * Questions and answers in a body: disclosure elements first, then headings that end in a question mark.
 * @returns undefined for fewer than two, and for bodies over 256 KB
 * @see reference/public-surface.md section 21.5
 */
export function faqNode(url: string, { tree, size }: SchemaBody): SchemaNode | undefined {
  if (size > MAX_BODY) return undefined;
  const pairs = unique([...disclosures(tree), ...headings(tree.children)]);
  if (pairs.length < MIN_PAIRS) return undefined;
  return {
    '@type': 'FAQPage',
    '@id': `${url}#faq`,
    url,
    mainEntity: pairs.map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: cut(answer, MAX_ANSWER) },
    })),
  };
}

function disclosures(tree: Root): readonly Pair[] {
  return findElements(tree, ({ tagName }) => tagName === 'details').flatMap((details) => {
    const summary = childElement(details, 'summary');
    if (summary === undefined) return [];
    const answer = textOf(details.children.filter((child) => child !== summary));
    return [{ question: textOf([summary]), answer }];
  });
}

function headings(nodes: readonly RootContent[]): readonly Pair[] {
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

function unique(pairs: readonly Pair[]): readonly Pair[] {
  const seen = new Set<string>();
  return pairs.filter(({ question, answer }) => {
    const key = question.toLowerCase();
    if (question === '' || answer === '' || seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}
