/** A project for a pipeline. */
export interface CiProject {
  /** From the top of the repository; `.` for the top itself. */
  readonly folder: string;
  /** The repository of the program with `@` and a commit or tag; undefined for the package in `node_modules`. */
  readonly program: string | undefined;
  /** The command that installs the packages of the project; undefined without any. */
  readonly install: string | undefined;
  /** The command that builds the site; undefined without a generator. */
  readonly build: string | undefined;
}

/** A path or a command as a value of YAML. */
export function yamlValue(text: string): string {
  return /^[\w./@][\w ./@&-]*$/.test(text) ? text : JSON.stringify(text);
}

/** The files of a pipeline, and what's left to do. */
export interface CiFiles {
  /** Texts by path, from the top of the repository. */
  readonly files: Readonly<Record<string, string>>;
  readonly next: readonly string[];
}
