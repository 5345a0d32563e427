import type { Component, Part } from './tree.js';

/** What the forms of components need from the page. */
export interface Page {
  /** Children as blocks of Markdown. */
  blocks(parts: readonly Part[]): string;
  /** Children as they stand in a line. */
  line(parts: readonly Part[]): string;
  /** Notes an expression that only the site's code could compute. */
  unknown(expression: string): void;
}

/** Writes a component as Markdown, with HTML where Markdown has no form. */
export type Form = (component: Component, page: Page) => string;

/** The last part of a component's name, in lower case: `tab` for `Tabs.Tab`. */
export function keyOf({ name }: Component): string {
  return (name.split(/[.:]/).at(-1) ?? '').toLowerCase();
}

/** The components among children. */
export function componentsIn(parts: readonly Part[]): readonly Component[] {
  return parts.filter((part): part is Component => typeof part === 'object' && 'children' in part);
}

/** The names under which components take an address. */
export const ADDRESS = ['href', 'to', 'link', 'url'] as const;
