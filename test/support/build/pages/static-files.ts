import { existsSync, readFileSync, statSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { contentTypeOf } from '../../../../src/core/media-types.js';

/** Answers from folders as the plainest static host does; the first folder that has a file gives it. */
export function staticFiles(roots: readonly string[]) {
  return (request: IncomingMessage, response: ServerResponse): void => {
    const path = decodeURIComponent(new URL(request.url ?? '/', 'http://localhost').pathname);
    const names = path.endsWith('/') ? [`${path}index.html`] : [path, `${path}.html`, `${path}/index.html`];
    const file = roots
      .flatMap((root) => names.map((name) => join(root, name)))
      .find((one) => existsSync(one) && statSync(one).isFile());
    if (file === undefined) response.writeHead(404).end();
    else response.writeHead(200, { 'Content-Type': contentTypeOf(file) }).end(readFileSync(file));
  };
}
