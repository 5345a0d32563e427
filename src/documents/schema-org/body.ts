import type { Root } from 'hast';
import { findAll } from '../../content/html/element.js';
import type { SchemaBody } from './context.js';
import { readQuestions } from './faq.js';
import { readMedia } from './media.js';
import { isLinkedData } from './text.js';

/** Elements that questions and media are read from. */
const PARTS: ReadonlySet<string> = new Set(['details', 'figure', 'video', 'audio']);

/**
 * Reads the parts of a body that a graph describes.
 * @param tree the body as it was rendered, not sanitised; links absolute
 * @param size length of the source text
 */
export function readSchemaBody(tree: Root, size: number): SchemaBody {
  // One walk for all of them: a page may be long.
  const parts = findAll(tree, (element) => PARTS.has(element.tagName) || isLinkedData(element));
  return { questions: readQuestions(tree, parts, size), ...readMedia(tree, parts) };
}
