import { shortHash } from '../../core/hash.js';
import type { LookupAnswer } from '../known-units.js';
import type { ChildPage } from './child-pages.js';
import type { LabelledPlace } from './includes/myst/labels.js';
import type { AddressTable } from './references.js';

/** What a file of a folder may find out about the others. */
export interface FolderFacts {
  table(): AddressTable;
  /** Whether there is a file, by its path below the source's root. */
  hasFile(path: string): boolean;
  /**
   * The text of a file that pages may show, without its front matter and the parts for some readers; undefined for
   * one that doesn't exist or isn't public.
   */
  textOf(path: string): string | undefined;
  /** The title in the front matter of a file. */
  titleOf(path: string): string | undefined;
  /** The path of a content file by its name alone, or by the end of its path, without its ending. */
  noteNamed(name: string): string | undefined;
  /** The place that a label of Sphinx names in the public pages. */
  labelled(label: string): LabelledPlace | undefined;
  /** The public pages in the folder of a page. */
  children(path: string): readonly ChildPage[];
}

/** The kinds of queries with their answers as texts. */
const ANSWERS = {
  path: (facts, name) => facts.table().byPath(name),
  name: (facts, name) => facts.table().byName(name),
  folded: (facts, name) => facts.table().byFoldedName(name),
  post: (facts, name) => facts.table().byPostName(name),
  reference: (facts, name) => facts.table().byReference(name),
  file: (facts, name) => (facts.hasFile(name) ? '' : undefined),
  text(facts, name) {
    const text = facts.textOf(name);
    return text === undefined ? undefined : shortHash(text);
  },
  title: (facts, name) => facts.titleOf(name),
  note: (facts, name) => facts.noteNamed(name),
  label: (facts, name) => JSON.stringify(facts.labelled(name)),
  children: (facts, name) => shortHash(JSON.stringify(facts.children(name))),
} satisfies Record<string, (facts: FolderFacts, name: string) => string | undefined>;

type What = keyof typeof ANSWERS;

/** Forwards queries and records them, so that a later build sees whether a result has changed. */
export class FolderFactsRecorder implements FolderFacts {
  readonly #asked = new Map<string, string | undefined>();
  readonly #table: AddressTable = {
    byPath: (path) => this.#ask('path', path),
    byName: (path) => this.#ask('name', path),
    byFoldedName: (path) => this.#ask('folded', path),
    byPostName: (name) => this.#ask('post', name),
    byReference: (reference) => this.#ask('reference', reference),
  };

  constructor(private readonly facts: FolderFacts) {}

  table(): AddressTable {
    return this.#table;
  }

  hasFile(path: string): boolean {
    return this.#ask('file', path) !== undefined;
  }

  textOf(path: string): string | undefined {
    this.#ask('text', path);
    return this.facts.textOf(path);
  }

  titleOf(path: string): string | undefined {
    return this.#ask('title', path);
  }

  noteNamed(name: string): string | undefined {
    return this.#ask('note', name);
  }

  labelled(label: string): LabelledPlace | undefined {
    this.#ask('label', label);
    return this.facts.labelled(label);
  }

  children(path: string): readonly ChildPage[] {
    this.#ask('children', path);
    return this.facts.children(path);
  }

  /** The queries, each once, with their answers. */
  asked(): readonly LookupAnswer[] {
    return Array.from(this.#asked, ([question, answer]) => [question, answer ?? null]);
  }

  #ask(what: What, name: string): string | undefined {
    const answer = ANSWERS[what](this.facts, name);
    this.#asked.set(`${what} ${name}`, answer);
    return answer;
  }
}

/** True when every query of an earlier build would have the same result. */
export function isStillAnswered(asked: readonly LookupAnswer[], facts: FolderFacts): boolean {
  return asked.every(([question, answer]) => {
    const end = question.indexOf(' ');
    const now = ANSWERS[question.slice(0, end) as What](facts, question.slice(end + 1));
    return (now ?? null) === answer;
  });
}
