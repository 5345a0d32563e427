/** What a field may use beyond the value itself. */
export interface SanitiseContext {
  /** Content types of the site that may be shown to agents. Empty while the site is unknown. */
  readonly types: readonly string[];
}

/** One setting, declared once: default, rule and description. */
export interface Field<T> {
  readonly initial: T;
  /** One line; the settings reference is made from it. */
  readonly text: string;
  /** The feature that it switches or tunes, as the docs call it; `none` where it is only stored and given back. */
  readonly feature: string;
  /** The type for people: `on/off`, `list of URLs`. */
  readonly kind: string;
  /** The rule for people: `1–500`; empty when the type is enough. */
  readonly rule: string;
  /** Sub-keys of a map, merged one level deep. */
  readonly parts?: FieldSet;
  /**
   * Turns any input into a valid value. It never throws, and a value that it returned comes back unchanged.
   * @param input any value but null and undefined, which mean "absent" and are handled before
   * @param stored the value to keep when the input cannot be read as this type at all
   */
  read(input: unknown, stored: T, context: SanitiseContext): T;
}

/** Declarations by key. */
export type FieldSet = Readonly<Record<string, Field<unknown>>>;

/** The value type of a declaration. */
export type ValueOf<F> = F extends Field<infer T> ? T : never;

/** The value type of a set of declarations. */
export type ValuesOf<S> = { readonly [K in keyof S]: ValueOf<S[K]> };
