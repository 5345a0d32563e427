/**
 * A time for people, in UTC, as nobody knows the zone of whoever looks.
 * @param seconds Unix seconds
 */
export function timeText(seconds: number): string {
  return `${new Date(seconds * 1000).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
