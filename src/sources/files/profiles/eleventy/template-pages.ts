import { join } from 'node:path';
import { escapeHtml } from '../../../../content/html/escape.js';
import { readWithin } from '../../../read-bytes.js';
import { configObject } from '../../config-values.js';
import { type FrontMatter, FrontMatterError, readFrontMatter } from '../../front-matter.js';
import { fillExpressions, type Lookup } from './template.js';

/** Templates that may hold no more than a page. */
export const TEMPLATE = /^[^.]*\.(?:njk|liquid)$|\/[^./]*\.(?:njk|liquid)$/i;

const MAX_BYTES = 500_000;
const COMMENT = /\{#[\s\S]*?(?:#\}|$)|\{%-?\s*comment\s*-?%\}[\s\S]*?(?:\{%-?\s*endcomment\s*-?%\}|$)/g;
const RAW = /\{%-?\s*(raw|verbatim)\s*-?%\}([\s\S]*?)(?:\{%-?\s*end(?:raw|verbatim)\s*-?%\}|$)/g;

/** What a template is: a page, something else that Eleventy writes, or more than can be filled here. */
export type TemplateKind = 'page' | 'other' | 'unknown';

/** @param shared values that all templates share */
export function templateKind(root: string, path: string, shared: Lookup): TemplateKind {
  try {
    const bytes = readWithin(join(root, path), MAX_BYTES);
    if (typeof bytes === 'number') return 'unknown';
    const matter = readFrontMatter(
      bytes
        .toString('utf8')
        .replace(/^\uFEFF/, '')
        .replace(/\r\n?/g, '\n'),
    );
    const { permalink, pagination, templateEngineOverride } = matter.data;
    if (permalink === false || (typeof permalink === 'string' && /\.(?!html?$)\w+$/.test(permalink)))
      return 'other';
    if (pagination !== undefined || templateEngineOverride !== undefined) return 'unknown';
    return fillTemplate(matter, shared) === undefined ? 'unknown' : 'page';
  } catch (error) {
    if (error instanceof FrontMatterError || (error instanceof Error && 'syscall' in error)) return 'unknown';
    throw error;
  }
}

/**
 * The HTML of a template that prints values and does nothing else.
 * @returns undefined for any other template
 */
export function fillTemplate(
  { data, body }: Pick<FrontMatter, 'data' | 'body'>,
  shared: Lookup,
): string | undefined {
  const lookup: Lookup = (name) => {
    const [first = '', ...others] = name.split('.');
    if (!Object.hasOwn(data, first)) return shared(name);
    return others.reduce<unknown>((value, key) => configObject(value)[key], data[first]);
  };
  const text = body
    .replace(RAW, (_, _name, inner: string) => inner.replaceAll('{', '&#123;'))
    .replace(COMMENT, '');
  return fillExpressions(text, lookup, (value, isSafe) => (isSafe ? value : escapeHtml(value)));
}
