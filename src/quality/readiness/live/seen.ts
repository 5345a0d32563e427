/** A document of a live site, as an anonymous client gets it. */
export interface SeenDocument {
  /** The request address. */
  readonly url: string;
  /** 0 when there was no answer. */
  readonly status: number;
  /** Lower case, without parameters; empty when it was not sent. */
  readonly type: string;
  readonly text: string;
}

/** The public parts of a live site that the checks use. */
export interface SeenSite {
  /** Address without trailing slash. */
  readonly base: string;
  readonly home: SeenDocument & {
    readonly bytes: Uint8Array;
    /** Values of `X-Robots-Tag` and `tdm-reservation`; empty when they were not sent. */
    readonly robotsTag: string;
    readonly reservation: string;
  };
  readonly robots: SeenDocument;
  readonly llms: SeenDocument;
  readonly llmsFull: SeenDocument;
  readonly discovery: SeenDocument;
  readonly securityTxt: SeenDocument;
  readonly tdmrep: SeenDocument;
  /** The sitemap that discovery or robots.txt name, or the one at the usual place. */
  readonly sitemap: SeenDocument;
  /** The first twin in the index; undefined when it lists none. */
  readonly twin: SeenDocument | undefined;
}

/** True for a document that exists and isn't an HTML page in its place. */
export function isThere({ status, text }: SeenDocument): boolean {
  return status === 200 && text.trim() !== '' && !/^\s*(?:<!doctype html|<html[\s>])/i.test(text);
}
