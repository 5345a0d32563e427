/** Whether a text can stand in every database: PostgreSQL takes no NUL, and refuses the whole query. */
export function canBeKept(text: string): boolean {
  return !text.includes('\0');
}
