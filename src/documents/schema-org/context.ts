import type { Settings } from '../../config/settings.js';
import { type Entry, isIdentified, type Site } from '../../site/site.js';

/** One node of a graph, members in the order in which they are written. */
export type SchemaNode = Readonly<Record<string, unknown>> & { readonly '@type': string };

/** The inputs of every graph of a site. */
export interface SchemaContext {
  readonly site: Site;
  readonly identity: Settings['identity'];
  /** Image of the person or organisation, after `svc_entity_image`; empty when there is none. */
  readonly entityImage: string;
  /** Address of the site's search with `{search_term_string}` in it; without one no search action is written. */
  readonly searchUrl?: string | undefined;
  /** CSS selectors of text that a voice assistant may read out; an empty list removes the member. */
  readonly speakable: readonly string[];
  /** Topic names in lower case and the addresses that define them. */
  readonly topicUrls?: Readonly<Record<string, readonly string[]>>;
  /** Types of articles by the type of their content, besides the usual ones. */
  readonly types?: Readonly<Record<string, string>>;
}

/** The parts of a body that a graph describes: plain data, so that it can be sent to another thread. */
export interface SchemaBody {
  readonly questions: readonly Question[];
  readonly media: readonly MediaItem[];
  /** Of the only video or recording; empty where there is none. */
  readonly transcript: string;
}

export interface Question {
  readonly question: string;
  readonly answer: string;
}

/** A video or recording in a body. */
export interface MediaItem {
  readonly type: 'VideoObject' | 'AudioObject';
  /** `embedUrl` for a player elsewhere, `contentUrl` for a file. */
  readonly member: 'embedUrl' | 'contentUrl';
  readonly url: string;
  readonly poster: string;
  readonly title: string;
  /** The page's text about it: its caption. */
  readonly context: string;
}

/** The page of a graph. */
export interface SchemaSubject {
  readonly isFront: boolean;
  /** None for archives and pages without an entry. */
  readonly entry?: Entry;
  /** The entry's first category, where it has an archive. */
  readonly category?: { readonly name: string; readonly url: string };
  readonly body?: SchemaBody;
}

/** `@id` of the person or organisation behind the site. */
export function identityId(ctx: SchemaContext): string {
  return `${ctx.site.home}#identity`;
}

/** A reference to the person or organisation behind the site; undefined where the owner has not named one. */
export function identityRef(ctx: SchemaContext): { readonly '@id': string } | undefined {
  return isIdentified(ctx.identity) ? { '@id': identityId(ctx) } : undefined;
}

/** Members that have a value: empty texts and lists are left out, since unknown facts aren't stated. */
export function present(members: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(members).filter(
      ([, value]) => value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0),
    ),
  );
}
