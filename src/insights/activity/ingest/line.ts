/** The fields of a line of an access log. One object is filled again and again, since logs have many lines. */
export interface LogLine {
  /** Unix seconds. */
  at: number;
  method: string;
  /** Path and query as requested, or a whole address. */
  target: string;
  status: number;
  /** Empty without one. */
  referrer: string;
  /** Empty without one. */
  userAgent: string;
  /** Address of the client; empty where the log has none. */
  address: string;
  /** Requested host; empty where the log has none. */
  host: string;
}

/** `read`: the line was parsed. `none`: it isn't a request, such as a comment. `bad`: it isn't in this format. */
export type LineResult = 'read' | 'none' | 'bad';

/**
 * Reads one line.
 * @param text Latin-1: a character is a byte
 * @param end index after the line, without its line break
 * @param line is filled where the result is `read`
 */
export type LineReader = (text: string, start: number, end: number, line: LogLine) => LineResult;

/** An access log format. */
export interface LogFormat {
  readonly name: string;
  /** Its displayed name. */
  readonly label: string;
  /** Makes a reader for one file: some files declare their fields in their first lines. */
  create(): LineReader;
  /**
   * Whether a line identifies the client at all. A log in which none does has other names for its fields, and is
   * not recognised as one of this format.
   */
  namesAgents?(line: string): boolean;
}

/** An empty line. */
export function newLine(): LogLine {
  return { at: 0, method: '', target: '', status: 0, referrer: '', userAgent: '', address: '', host: '' };
}

/** The length of the byte order mark at the start of a log, which some programs on Windows write. */
export function markLength(text: string): number {
  return text.startsWith('\u00ef\u00bb\u00bf') ? 3 : 0;
}
