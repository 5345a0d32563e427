/** A place that pages of Sphinx refer to by its label. */
export interface LabelledPlace {
  /** From the source's root. */
  readonly path: string;
  /** Empty for the top of the page. */
  readonly fragment: string;
  /** The heading or caption at that place; empty where it has none. */
  readonly title: string;
}

const TARGET = /^[ \t]*\(([^()\n]{1,200})\)=[ \t]*$/;
const HEADING = /^ {0,3}(#{1,6})[ \t]+(.{1,500}?)[ \t#]{0,50}$/;
/** `{#label}` before a heading or at its end. */
const ATTRIBUTE = /\{[^{}\n#]{0,200}#([\w:.-]{1,200})[^{}\n]{0,200}\}[ \t]*$/;
const DIRECTIVE = /^[ \t]*(?:`{3,}|~{3,}|:{3,})\{([\w:-]+)\}[ \t]*(.*)$/;
/** Options that name a place. */
const NAME = /^[ \t]*:?(?:name|label):[ \t]*(.{1,500}?)[ \t]*$/;
const CAPTION = /^[ \t]*:?caption:[ \t]*(.{1,500}?)[ \t]*$/;

/** Labels are compared without regard to case and white space. */
export function labelKey(label: string): string {
  return label.replace(/\s+/g, ' ').trim().toLowerCase();
}

/** The `id` that docutils gives to the place of a label. */
export function idOf(label: string): string {
  return label
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^[-0-9]+|-+$/g, '');
}

/** The labels in a page; the first place of a label counts. */
function* labelsIn(path: string, text: string): Iterable<[key: string, place: LabelledPlace]> {
  const lines = text.split('\n');
  let waiting: string[] = [];
  let directive: { readonly name: string; title: string } | undefined;
  let isTop = true;
  for (const [at, line] of lines.entries()) {
    const target = TARGET.exec(line)?.[1] ?? (line.startsWith('{') ? ATTRIBUTE.exec(line)?.[1] : undefined);
    if (target !== undefined) {
      waiting.push(target);
      continue;
    }
    if (line.trim() === '') continue;
    const opened = DIRECTIVE.exec(line);
    if (opened !== null) directive = { name: opened[1] ?? '', title: opened[2] ?? '' };
    const heading = HEADING.exec(line);
    const title = heading?.[2] ?? directive?.title ?? '';
    const own = heading === null ? undefined : ATTRIBUTE.exec(line)?.[1];
    const isPage = isTop && heading !== null;
    for (const label of own === undefined ? waiting : [...waiting, own])
      yield [labelKey(label), { path, fragment: isPage ? '' : idOf(label), title: plainTitle(title) }];
    waiting = [];
    isTop = false;
    const name = opened === null && directive !== undefined ? NAME.exec(line)?.[1] : undefined;
    if (name !== undefined && directive !== undefined)
      yield [labelKey(name), { path, fragment: idOf(name), title: titleOf(directive, lines, at) }];
  }
}

function plainTitle(title: string): string {
  return title.replace(ATTRIBUTE, '').trim();
}

/** The caption of a figure is its first paragraph; code has it in an option. */
function titleOf(
  { name, title }: { readonly name: string; readonly title: string },
  lines: readonly string[],
  at: number,
): string {
  const near = lines.slice(at - 4 < 0 ? 0 : at - 4, at + 12);
  if (name === 'figure') {
    const after = lines.slice(at + 1, at + 12);
    const first = after.find((line) => !/^\s*:[\w-]+:/.test(line) && !/^\s*(?:---)?\s*$/.test(line)) ?? '';
    return /^[ \t]*(?:`{3}|:{3}|~{3}|\w+:)/.test(first) ? '' : plainTitle(first);
  }
  if (/^code|^literalinclude$/.test(name))
    return near.map((line) => CAPTION.exec(line)?.[1]).find((caption) => caption !== undefined) ?? '';
  return /^(?:math|image)$/.test(name) ? '' : plainTitle(title);
}

/**
 * The labels in the pages of a folder.
 * @param textOf the text of a page that others may show
 */
export function labelIndex(
  files: readonly string[],
  textOf: (path: string) => string | undefined,
): ReadonlyMap<string, LabelledPlace> {
  const pages = files.filter((path) => /\.md$/i.test(path));
  // The first of several counts.
  return new Map(pages.flatMap((path) => [...labelsIn(path, textOf(path) ?? '')]).reverse());
}
