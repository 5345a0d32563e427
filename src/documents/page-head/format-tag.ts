import { serialiseGraph } from '../schema-org/graph.js';
import type { HeadTag } from './head.js';

/**
 * A tag as HTML.
 * @param ascii true writes other characters as references, for pages that are not in UTF-8
 */
export function formatTag(tag: HeadTag, ascii = false): string {
  const text = (value: string) => escapeText(value, ascii);
  switch (tag.tag) {
    case 'title':
      return `<title>${text(tag.text)}</title>`;
    case 'meta':
      return `<meta ${tag.attribute}="${tag.key}" content="${text(tag.content)}">`;
    case 'link': {
      const type = tag.type === undefined ? '' : ` type="${tag.type}"`;
      const title = tag.title === undefined ? '' : ` title="${text(tag.title)}"`;
      const lang = tag.hreflang === undefined ? '' : ` hreflang="${text(tag.hreflang)}"`;
      return `<link rel="${tag.rel}"${lang}${type} href="${text(tag.href)}"${title}>`;
    }
    case 'script':
      return `<script src="${text(tag.src)}" defer></script>`;
    case 'json-ld': {
      const json = serialiseGraph(tag.graph);
      return `<script type="application/ld+json">${ascii ? escapeJson(json) : json}</script>`;
    }
  }
}

/** Text for element content and attribute values in double quotes. */
export function escapeText(value: string, ascii: boolean): string {
  const escaped = value
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
  return ascii
    ? escaped.replace(/[^\x20-\x7e]/gu, (char) => `&#x${(char.codePointAt(0) ?? 0).toString(16)};`)
    : escaped;
}

function escapeJson(json: string): string {
  return json.replace(/[^\x20-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
