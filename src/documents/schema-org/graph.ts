import { articleNode } from './article.js';
import { breadcrumbNode } from './breadcrumb.js';
import type { SchemaContext, SchemaNode, SchemaSubject } from './context.js';
import { faqNode } from './faq.js';
import { identityNode } from './identity.js';
import { mediaNodes } from './media.js';
import { productNode } from './product.js';
import { serviceNodes } from './service.js';
import { websiteNode } from './website.js';

/** A JSON-LD document. */
export interface SchemaGraph {
  readonly '@context': 'https://schema.org';
  readonly '@graph': readonly SchemaNode[];
}

/**
 * The schema.org graph of a page, whether or not structured data is switched on: site, identity, services (front
 * page), then the entry with its breadcrumb, questions and media.
 */
export function buildGraph(ctx: SchemaContext, subject: SchemaSubject): SchemaGraph {
  const { entry, body, isFront } = subject;
  const nodes: (SchemaNode | undefined)[] = [websiteNode(ctx), identityNode(ctx)];
  if (isFront) nodes.push(...serviceNodes(ctx));
  if (entry !== undefined) {
    nodes.push(productNode(entry) ?? articleNode(ctx, entry), breadcrumbNode(ctx, subject));
    if (body !== undefined) nodes.push(faqNode(entry.url, body), ...mediaNodes(ctx, entry, body));
  }
  return { '@context': 'https://schema.org', '@graph': nodes.filter((node) => node !== undefined) };
}

/** A graph as the text of a script element: no `<` in it can end the element. */
export function serialiseGraph(graph: SchemaGraph): string {
  return JSON.stringify(graph).replaceAll('<', '\\u003c');
}
