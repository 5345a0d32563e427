/** Why a file couldn't be copied. */
export type UploadProblem =
  /** The folder or the site doesn't have it. */
  | 'missing'
  /** Larger than `MAX_UPLOAD_BYTES`. */
  | 'too-big'
  /** It leads out of the folder, to an internal network, or to a page instead of a file. */
  | 'refused'
  /** The site doesn't answer. */
  | 'unreachable';

/** A file for the imported site: its content, or the path of a file to copy. */
export type UploadFile =
  | { readonly bytes: Uint8Array }
  | { readonly from: string; readonly size: number }
  | { readonly problem: UploadProblem };

/** Where the files of the old site come from. */
export interface UploadReader {
  /** As in messages. */
  readonly name: string;
  /** True where reading takes a request. */
  readonly isRemote: boolean;
  /**
   * Reads a file.
   * @param file its path below the site's address, decoded, with `/` between names that are safe
   */
  read(file: string): Promise<UploadFile>;
}

/** Larger files aren't copied. */
export const MAX_UPLOAD_BYTES = 100_000_000;
