// C0 and C1 controls could steer a terminal; directional controls could turn a line around.
const UNPRINTABLE = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g;

/**
 * A text from content made safe for one line of a terminal or a log.
 * @returns control characters and line breaks become spaces
 */
export function printable(text: string): string {
  return text.replace(UNPRINTABLE, ' ');
}
