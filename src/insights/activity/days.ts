/** Seconds of a day. All days are UTC. */
export const DAY = 86_400;

/** Days since 1970 of a Unix time. */
export function dayOf(at: number): number {
  return Math.floor(at / DAY);
}

/** `2026-07-02` for a day. */
export function dayText(day: number): string {
  return new Date(day * DAY * 1000).toISOString().slice(0, 10);
}

/** The day of `2026-07-02`; undefined for anything else, including impossible days. */
export function parseDay(text: string): number | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return undefined;
  const time = Date.parse(`${text}T00:00:00Z`);
  if (Number.isNaN(time)) return undefined;
  const day = Math.floor(time / 1000 / DAY);
  return dayText(day) === text ? day : undefined;
}
