/** A first heading in Markdown's short form, which gives a page without a title its own. */
const HEADING = /^(\s*# +)(.+?)((?: +#+)?[ \t]*(?:\{#[^}]*\}[ \t]*)?(?:\r?\n|$))/;

/**
 * The body with another title in its first heading; the same body where there is none.
 * @param title plain text
 */
export function retitledBody(body: string, title: string): string {
  return body.replace(HEADING, (_, open: string, _title: string, close: string) => open + title + close);
}
