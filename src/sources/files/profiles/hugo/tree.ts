import { compareText } from '../../../../core/compare.js';
import type { ConfigValues } from '../../config-values.js';
import type { NavPage } from '../profile.js';
import { setting } from './settings.js';

interface Node {
  readonly name: string;
  /** The page itself, or that of the section. */
  readonly pages: string[];
  readonly children: Map<string, Node>;
}

/** The pages of a site in one language, by folder. Siblings are in the order of their weights, then of their names. */
export class SectionTree {
  readonly isWeighted: boolean;
  readonly #matter: ReadonlyMap<string, ConfigValues>;
  readonly #pathOf: (file: string) => string;
  readonly #top: Node = { name: '', pages: [], children: new Map() };

  /** @param pathOf the path of a file by which other pages refer to it: `/posts/tea` */
  constructor(
    files: readonly string[],
    matter: ReadonlyMap<string, ConfigValues>,
    pathOf: (file: string) => string,
  ) {
    this.#matter = matter;
    this.#pathOf = pathOf;
    this.isWeighted = files.some((path) => Number(setting(matter.get(path) ?? {}, 'weight')) > 0);
    for (const path of files) this.#nodeAt(path, true)?.pages.push(path);
  }

  /** A page and, where it heads a section, the pages below it. */
  below(path: string): readonly string[] {
    const node = /\/_index[^/]*$/.test(path) ? this.#nodeAt(path, false) : undefined;
    return node === undefined || node === this.#top ? [path] : [path, ...this.#pagesIn(node)];
  }

  /** All pages. */
  all(): readonly NavPage[] {
    return this.#pagesIn(this.#top).map((path) => ({ path }));
  }

  #nodeAt(path: string, adds: boolean): Node | undefined {
    let node = this.#top;
    for (const name of this.#pathOf(path).split('/')) {
      if (name === '') continue;
      const child = node.children.get(name);
      if (child === undefined && !adds) return undefined;
      const next: Node = child ?? { name, pages: [], children: new Map() };
      node.children.set(name, next);
      node = next;
    }
    return node;
  }

  #pagesIn(node: Node): readonly string[] {
    const found: string[] = [];
    const pending = [node];
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      found.push(...next.pages);
      const children = [...next.children.values()]
        .map((child) => ({ child, weight: this.#weightOf(child) }))
        .sort((a, b) => a.weight - b.weight || compareText(a.child.name, b.child.name));
      pending.push(...children.map(({ child }) => child).reverse());
    }
    return found;
  }

  #weightOf({ pages: [page = ''] }: Node): number {
    return Number(setting(this.#matter.get(page) ?? {}, 'weight')) || Number.MAX_SAFE_INTEGER;
  }
}
