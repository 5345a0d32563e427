import type { Hooks } from '../../config/hooks/hooks.js';
import type { Notice } from '../../site/registry/notice.js';
import type { DocumentRow } from '../document-row.js';
import { DIRECTORY_ID } from './sign.js';

const WELL_KNOWN = '/.well-known/';

/**
 * Which documents are signed: the rows with `sign`, after `svc_signed_surfaces`. Names are those of the files:
 * `discovery.json`, `agent-card.json`, `svc-changes.json`; an alias means its row.
 * @param note called with names that aren't JSON documents
 * @returns ids of documents
 */
export async function filterSignedDocuments(
  hooks: Pick<Hooks, 'apply'>,
  table: readonly DocumentRow[],
  note: (notice: Notice) => void,
): Promise<ReadonlySet<string>> {
  const byName = new Map(table.flatMap((row) => namesOf(row).map((name) => [name, row] as const)));
  const usual = [...byName].filter(([, row]) => row.sign === true).map(([name]) => name);
  const asked = await hooks.apply('svc_signed_surfaces', usual);
  const signed = new Set<string>();
  for (const name of asked) {
    const row = byName.get(name);
    const problem = problemOf(row);
    if (row !== undefined && problem === undefined) signed.add(row.id);
    else note(refused(name, problem ?? 'is unknown'));
  }
  return signed;
}

/** The names of a document in lists of documents; a pattern has none. */
function namesOf({ path, aliases = [] }: DocumentRow): readonly string[] {
  return [path, ...aliases]
    .filter((one) => !one.includes('{'))
    .map((one) => (one.startsWith(WELL_KNOWN) ? one.slice(WELL_KNOWN.length) : one.slice(1)));
}

function problemOf(row: DocumentRow | undefined): string | undefined {
  if (row === undefined) return "isn't a document of this site";
  if (row.id === DIRECTORY_ID) return 'is always signed, in its own way';
  return /^application\/(?:[\w.-]+\+)?json$/.test(mediaType(row.contentType))
    ? undefined
    : "isn't a JSON document";
}

/** Without parameters. A link set is JSON by its RFC 9264. */
function mediaType(contentType: string): string {
  return (contentType.split(';')[0] ?? '').trim();
}

function refused(name: string, problem: string): Notice {
  const message = `svc_signed_surfaces names ${JSON.stringify(name)}, which ${problem}: it's left out`;
  const fix = 'Name JSON documents by their files, such as "discovery.json" or "openapi.json".';
  return { level: 'error', code: 'filter_result', message, fix, origin: 'svc_signed_surfaces' };
}
