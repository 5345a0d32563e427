/** A write that was refused. Unless its code says otherwise, nothing has been written. */
export class WriteRefusal extends Error {
  override readonly name = 'WriteRefusal';

  /**
   * @param status HTTP status
   * @param code with prefix `svc_`
   * @param message says what was wrong and what to do instead
   */
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}
