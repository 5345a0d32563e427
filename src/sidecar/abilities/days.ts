/** A number of days from 1 to a limit; the default for anything else. */
export function daysWithin(given: unknown, most: number, otherwise: number): number {
  return typeof given === 'number' && Number.isInteger(given) && given >= 1 && given <= most
    ? given
    : otherwise;
}
