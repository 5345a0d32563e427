import type { Element, Root, RootContent } from 'hast';
import { findAll, property } from '../../content/html/element.js';
import { uniqueBy } from '../../core/multimap.js';
import { isJsonLd } from '../../core/net/media-type.js';
import type { Question, SchemaBody, SchemaNode } from './context.js';
import { embeddedMedia } from './media.js';
import { childElement, proseOf, truncateText } from './text.js';

/** Elements that questions and media are read from. */
const PARTS: ReadonlySet<string> = new Set(['details', 'figure', 'video', 'audio']);

/**
 * Reads the parts of a body that a graph describes.
 * @param tree the body as it was rendered, not sanitised; links absolute
 * @param size length of the source text
 */
export function readSchemaBody(tree: Root, size: number): SchemaBody {
  // One walk for all of them: a page may be long.
  const parts = findAll(tree, (element) =>
    element.tagName === 'script' ? isJsonLd(property(element, 'type')) : PARTS.has(element.tagName),
  );
  return { questions: readQuestions(tree, parts, size), ...embeddedMedia(tree, parts) };
}

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
function readQuestions(tree: Root, parts: readonly Element[], size: number): readonly Question[] {
  if (size > MAX_BODY) return [];
  const pairs = uniqueBy(
    [...disclosures(parts), ...headings(tree.children)].filter(
      ({ question, answer }) => question !== '' && answer !== '',
    ),
    ({ question }) => question.toLowerCase(),
  );
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
      acceptedAnswer: { '@type': 'Answer', text: truncateText(answer, MAX_ANSWER) },
    })),
  };
}

function disclosures(parts: readonly Element[]): readonly Question[] {
  return parts.flatMap((details) => {
    if (details.tagName !== 'details') return [];
    const summary = childElement(details, 'summary');
    if (summary === undefined) return [];
    const answer = proseOf(details.children.filter((child) => child !== summary));
    return [{ question: proseOf([summary]), answer }];
  });
}

function headings(nodes: readonly RootContent[]): readonly Question[] {
  const pairs: { question: string; nodes: RootContent[] }[] = [];
  let current: { question: string; nodes: RootContent[] } | undefined;
  for (const node of nodes) {
    if (node.type === 'element' && /^h[2-4]$/.test(node.tagName)) {
      const question = proseOf([node]);
      const asks = question.endsWith('?') && question.length <= MAX_QUESTION;
      current = asks ? { question, nodes: [] } : undefined;
      if (current !== undefined) pairs.push(current);
    } else if (!(node.type === 'element' && node.tagName === 'details')) current?.nodes.push(node);
  }
  return pairs.map(({ question, nodes: answer }) => ({ question, answer: proseOf(answer) }));
}
