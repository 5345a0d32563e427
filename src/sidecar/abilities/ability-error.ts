/** A failure that is reported to the caller, with a way to recover. Unless its code says otherwise, nothing has been written. */
export class AbilityError extends Error {
  override readonly name = 'AbilityError';

  /**
   * @param status HTTP status
   * @param code with prefix `svc_`
   * @param message says what was wrong and what to do instead: a language model reads it
   */
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}
