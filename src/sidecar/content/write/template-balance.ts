import { AbilityError } from '../../abilities/ability-error.js';

/** The delimiters of a template language, and how a tag is closed: `{{< /name >}}` or `{% endname %}`. */
interface Syntax {
  readonly delimiters: readonly (readonly [string, string])[];
  readonly closing: RegExp;
  /** Tags that are always closed; others are where the page closes one. */
  readonly paired: readonly string[];
}

const HUGO: Syntax = {
  delimiters: [
    ['{{<', '>}}'],
    ['{{%', '%}}'],
  ],
  closing: /^\/\s*([^\s*]\S*)/,
  paired: ['highlight'],
};
const LIQUID: Syntax = {
  delimiters: [['{%', '%}']],
  closing: /^end(\w+)/,
  paired: ['raw', 'comment', 'capture', 'highlight', 'if', 'unless', 'for', 'case'],
};
const SYNTAXES: Readonly<Record<string, Syntax>> = { hugo: HUGO, jekyll: LIQUID, eleventy: LIQUID };

/**
 * Refuses a change that leaves a tag of the site's template language half open: the generator couldn't build the site.
 * @param generator of the content folder
 * @throws AbilityError `svc_broken_template`
 */
export function guardTemplate(before: string, after: string, generator: string): void {
  const syntax = SYNTAXES[generator];
  if (syntax === undefined) return;
  const [former, current] = [tagsOf(before, syntax), tagsOf(after, syntax)];
  const paired = new Set([...syntax.paired, ...former.closed, ...current.closed]);
  const broken = [...current.balance].find(
    ([name, count]) => count !== 0 && count !== former.balance.get(name) && (paired.has(name) || name === ''),
  );
  if (broken === undefined) return;
  const what = broken[0] === '' ? 'delimiter' : `tag "${broken[0].slice(0, 80)}"`;
  const message = `The change would leave a ${what} of the site's templates unopened or unclosed, and the site could no longer be built. Replace whole tags, or only text between them.`;
  throw new AbilityError(409, 'svc_broken_template', message);
}

interface Tags {
  /** Opened minus closed tags by name; the empty name stands for delimiters. */
  readonly balance: ReadonlyMap<string, number>;
  readonly closed: ReadonlySet<string>;
}

function tagsOf(body: string, { delimiters, closing }: Syntax): Tags {
  const balance = new Map<string, number>();
  const closed = new Set<string>();
  const count = (name: string, by: number) => balance.set(name, (balance.get(name) ?? 0) + by);
  for (const [open, close] of delimiters) {
    for (let at = body.indexOf(open); at !== -1; at = body.indexOf(open, at)) {
      const end = body.indexOf(close, at + open.length);
      if (end === -1) {
        count('', 1);
        break;
      }
      const tag = body
        .slice(at + open.length, end)
        .replace(/^-|-$/g, '')
        .trim();
      at = end + close.length;
      const name = closing.exec(tag)?.[1];
      if (name !== undefined) {
        closed.add(name);
        count(name, -1);
      } else if (!/^\/\*|\/$/.test(tag)) count(/^\S*/.exec(tag)?.[0] ?? '', 1);
      // Text that the generator takes as it is.
      if (tag === 'raw') at = endOfRaw(body, at);
    }
  }
  return { balance, closed };
}

/** The beginning of the tag that ends raw text, else the end of the body. */
function endOfRaw(body: string, from: number): number {
  const end = /\{%-?\s*endraw\b/g;
  end.lastIndex = from;
  return end.exec(body)?.index ?? body.length;
}
