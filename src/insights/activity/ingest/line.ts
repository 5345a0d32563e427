/** What a line of an access log says. One object is filled again and again: logs have many lines. */
export interface LogLine {
  /** Unix seconds. */
  at: number;
  method: string;
  /** Path and query as they were asked for, or a whole address. */
  target: string;
  status: number;
  /** Empty without one. */
  referrer: string;
  /** Empty without one. */
  userAgent: string;
  /** Address of the client; empty where the log has none. */
  address: string;
  /** Host that was asked; empty where the log does not say. */
  host: string;
}

/** `read`: the line was understood. `none`: it is no request, such as a comment. `bad`: it is not of this format. */
export type LineResult = 'read' | 'none' | 'bad';

/**
 * Reads one line.
 * @param text Latin-1: a character is a byte
 * @param end behind the line, without its end of line
 * @param line is filled where the result is `read`
 */
export type LineReader = (text: string, start: number, end: number, line: LogLine) => LineResult;

/** A form of access logs. */
export interface LogFormat {
  readonly name: string;
  /** How people call it. */
  readonly label: string;
  /** Makes a reader for one file: some files say in their first lines how to read the others. */
  create(): LineReader;
  /**
   * Whether a line says at all who the client is. A log none of whose lines does has other names for its fields, and is
   * not recognised as one of this format.
   */
  namesAgents?(line: string): boolean;
}

/** An empty line. */
export function newLine(): LogLine {
  return { at: 0, method: '', target: '', status: 0, referrer: '', userAgent: '', address: '', host: '' };
}
