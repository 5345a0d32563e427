/**
 * The folder with `package.json`, `schemas/` and `templates/`. Reached in the same way from `src/core/` and from
 * `dist/cli/`, where `bin/bundle.js` puts every module.
 */
export const PROGRAM = new URL('../../', import.meta.url);

/** The folder with the code that runs: `src/` or `dist/`. */
export const CODE = new URL('../', import.meta.url);
