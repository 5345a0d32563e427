/** An unreadable place in a JSON file. */
export class JsonFault extends Error {
  /** In bytes from the start of the file. */
  readonly offset: number;
  readonly fix: string | undefined;

  /**
   * @param message what was found and what was expected, one sentence without the place
   * @param offset byte offset in the file
   * @param fix the remedy, where it isn't the usual one
   */
  constructor(message: string, offset: number, fix?: string) {
    super(message);
    this.name = 'JsonFault';
    this.offset = offset;
    this.fix = fix;
  }
}
