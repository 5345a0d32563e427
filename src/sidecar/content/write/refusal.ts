/** A refused write. Unless its code says otherwise, nothing has been written. */
export class WriteRefusal extends Error {
  override readonly name = 'WriteRefusal';

  /**
   * @param status HTTP status
   * @param code with prefix `svc_`
   * @param message describes the problem and how to fix it
   */
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}
