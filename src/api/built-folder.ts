import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readManifest } from '../build/manifest.js';
import { attempt } from '../core/attempt.js';
import { SvcError } from '../core/errors.js';
import { type JsonObject, listOf, objectOf, textOf } from '../core/json.js';
import { DEPLOY_FOLDER, HEADERS_FILE } from '../deploy/deploy.js';
import { MARKER } from '../deploy/hosts/host.js';
import { matchesPattern } from '../deploy/hosts/pattern.js';
import type { Headers } from '../documents/headers.js';
import { Folder } from '../quality/validate/folder.js';
import { fileBehind } from '../quality/validate/resolve-url.js';
import type { BuiltFolder } from '../quality/verify/check.js';

/**
 * Opens an output folder for a comparison with a site's answers. The header rules are read from `deploy/` next to
 * it, where they exist.
 * @param out absolute
 * @throws SvcError `SVC_SOURCE_MISSING` when the folder has no manifest, `SVC_PREVIOUS_UNREADABLE` when that is damaged
 */
export async function openBuilt(out: string): Promise<BuiltFolder> {
  const manifest = await readManifest(out);
  if (manifest === undefined) {
    const fix = 'Name the output folder that was deployed, with its manifest: svc verify <url> --out <dir>.';
    throw new SvcError('SVC_SOURCE_MISSING', "svc build didn't write this folder", { file: out, fix });
  }
  const { baseUrl, sidecar, digests = {} } = manifest;
  const folder = new Folder({
    root: out,
    rowOf: () => undefined,
    written: undefined,
    sourceOf: () => 'generated',
  });
  const rules = listOf(objectOf(readJson(join(dirname(out), DEPLOY_FOLDER, HEADERS_FILE)))['rules']).map(
    objectOf,
  );
  return {
    files: Object.keys(digests).filter((file) => folder.textOf(file)?.includes(MARKER) !== true),
    bytesAt(url) {
      const file = fileBehind(url, { baseUrl, sidecar }, folder);
      return file === undefined ? undefined : readFileSync(join(out, file));
    },
    headersAt: (path) => headersOf(rules, path),
  };
}

function readJson(path: string): unknown {
  return attempt(() => JSON.parse(readFileSync(path, 'utf8')) as unknown);
}

/** The first matching rule applies. */
function headersOf(rules: readonly JsonObject[], path: string): Headers | undefined {
  const rule = rules.find(
    (one) => textOf(one['path']) === path || matchesPattern(textOf(one['pattern']), path),
  );
  if (rule === undefined) return undefined;
  const headers = Object.entries(objectOf(rule['headers'])).map(([name, value]) => [name, textOf(value)]);
  return Object.fromEntries(headers) as Headers;
}
