/**
 * Formats a time for people, in UTC, since the reader's time zone is unknown.
 * @param seconds Unix seconds
 */
export function timeText(seconds: number): string {
  return `${new Date(seconds * 1000).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
