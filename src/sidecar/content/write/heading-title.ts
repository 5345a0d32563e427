/** A first heading in Markdown's short form, which is the title of a page without one. */
const HEADING = /^(\s*# +)(.+?)((?: +#+)?[ \t]*(?:\{#[^}]*\}[ \t]*)?(?:\r?\n|$))/;

/**
 * Replaces the title in the first heading of a body; a body without one stays unchanged.
 * @param title plain text
 */
export function retitledBody(body: string, title: string): string {
  return body.replace(HEADING, (_, open: string, _title: string, close: string) => open + title + close);
}
