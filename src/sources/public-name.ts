/** A name without the e-mail address that may follow or replace it. */
export function publicName(text: string): string {
  const name = text
    .replace(/<[^>]*>|\([^)]*@[^)]*\)|\S+@\S+/g, '')
    .replace(/\s+/g, ' ')
    .trim();
  return name.replace(/^["']|["']$/g, '');
}
