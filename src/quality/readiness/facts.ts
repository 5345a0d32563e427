import type { Config, Host } from '../../config/config.js';
import type { Settings } from '../../config/settings.js';
import type { Notice } from '../../site/registry/notice.js';
import type { ContentType, Site } from '../../site/site.js';

/** What serves the address of a document. */
export type Owner =
  /** The service. */
  | 'ours'
  /** A file of the site in its place. */
  | 'file'
  /** A plugin handed it to another program, or a provider offers it. */
  | 'other'
  /** Nothing provides it: it is switched off, or has no content. */
  | 'none';

/** The public content in numbers. */
export interface ContentFacts {
  /** The chosen types in configured order, with the number of their public entries. */
  readonly types: readonly (Pick<ContentType, 'slug' | 'label' | 'plural'> & { readonly entries: number })[];
  /** Public entries of all chosen types. */
  readonly entries: number;
  /** Addresses with a query, which have no twin; the first of them as an example. */
  readonly queries: { readonly count: number; readonly example: string };
  /** Entries whose author named topics; undefined where they were not counted. */
  readonly withTopics: number | undefined;
  /** True when a tag or category of a public entry may become a topic. */
  readonly hasTerms: boolean;
}

/** The full-text file under the current settings. */
export interface FullTextFacts {
  readonly entries: number;
  readonly bytes: number;
  /** The byte budget ended it. */
  readonly isCut: boolean;
}

/** The results of a background check of the live site; a report never runs one. */
export interface SelfCheck {
  /** Unix seconds. */
  readonly checkedAt: number;
  /** Why the last check failed; empty when it succeeded. */
  readonly error: string;
  /** Null until `/llms.txt` has been seen once. */
  readonly llms: { readonly http: number; readonly ours: boolean; readonly firstLine: string } | null;
  /** Null until the home page has been seen once. */
  readonly head: HeadSummary | null;
}

/** The repeated tags in the head of the home page. */
export interface HeadSummary {
  readonly descriptions: number;
  readonly ogTitles: number;
  /** Names of other generators, each once. */
  readonly others: readonly string[];
}

/** Something that a chosen host can't do. */
export interface HostLimitFact {
  readonly host: Host;
  readonly what: string;
  readonly fix: string;
}

/**
 * The input of all readiness checks, gathered before the first of them runs: plain values, so that a
 * report takes the same time on every site.
 */
export interface ReadinessFacts {
  readonly settings: Settings;
  readonly site: Pick<Site, 'public' | 'baseUrl' | 'home' | 'privacyPolicyUrl'>;
  /** How HTML pages are processed. */
  readonly html: Config['html'];
  readonly content: ContentFacts;
  readonly llms: { readonly owner: Owner; readonly words: number };
  /** `text` is undefined unless the file is ours. */
  readonly llmsFull: { readonly owner: Owner; readonly text: FullTextFacts | undefined };
  /** `text`: as it is served; undefined where another program serves it. `isOwnFile`: the site brings one along. */
  readonly robots: { readonly text: string | undefined; readonly isOwnFile: boolean };
  /** The sitemap that agents find; undefined when there is none. */
  readonly sitemap: { readonly url: string; readonly isOurs: boolean } | undefined;
  readonly securityTxt: { readonly owner: Owner; readonly contacts: number };
  readonly schema: {
    /** The other producer of structured data; undefined when there is none. */
    readonly otherProducer: string | undefined;
    /** Absolute address; empty when there is none. */
    readonly image: string;
    /** False for a configured file of the site that is not there. */
    readonly imageExists: boolean;
  };
  /** The other producer of titles, cards and canonical links; undefined when there is none. */
  readonly seoProducer: string | undefined;
  readonly selfCheck: SelfCheck | undefined;
  readonly hosts: readonly Host[];
  readonly limits: readonly HostLimitFact[];
  /** True when the settings changed after the files were written; undefined where no files were. */
  readonly isOutputStale: boolean | undefined;
  /** Local content changes that were not pushed; undefined where nothing is pushed. */
  readonly unpushed: number | undefined;
  readonly notices: readonly Notice[];
}
