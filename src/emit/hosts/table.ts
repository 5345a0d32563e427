import type { Host } from '../../config/config.js';
import { compareText } from '../../core/compare.js';
import type { HeadersManifest } from '../manifests/neutral.js';
import { apacheRules } from './apache.js';
import { caddyRules } from './caddy.js';
import type { HostFacts, HostFile, HostLimit, HostWriter } from './host.js';
import { nginxRules } from './nginx.js';

/** How a host is told what to do. */
export interface HostRow {
  readonly write: HostWriter;
  /** Names of all files in `deploy/` that it may be given: those of a host that is gone are removed. */
  readonly deploys: readonly string[];
}

/** Every host that the configuration may name. */
export const hostTable: Readonly<Partial<Record<Host, HostRow>>> = {
  apache: { write: apacheRules, deploys: ['apache.live.htaccess'] },
  caddy: { write: caddyRules, deploys: ['Caddyfile.svc', 'Caddyfile.live'] },
  nginx: { write: nginxRules, deploys: ['nginx.http.conf', 'nginx.server.conf', 'nginx.live.conf'] },
};

/** A limit with the host that has it. */
export interface ReportedLimit extends HostLimit {
  readonly host: Host;
}

/** What all configured hosts are given. */
export interface RulesOfHosts {
  /** Each name once: hosts that read the same file are given the same text. */
  readonly files: readonly HostFile[];
  readonly limits: readonly ReportedLimit[];
}

/** Writes the rules of the configured hosts. */
export function rulesOfHosts(
  hosts: readonly Host[],
  manifest: HeadersManifest,
  facts: HostFacts,
): RulesOfHosts {
  const files = new Map<string, HostFile>();
  const limits: ReportedLimit[] = [];
  for (const host of [...hosts].sort(compareText)) {
    const rules = hostTable[host]?.write(manifest, facts);
    for (const file of rules?.files ?? []) files.set(`${file.place}/${file.name}`, file);
    limits.push(...(rules?.limits ?? []).map((limit) => ({ host, ...limit })));
  }
  return { files: [...files.values()], limits };
}

/**
 * Files in `deploy/` that nobody reads any more.
 * @param before hosts that the last build was for
 * @param written names of files of this build
 */
export function staleDeployFiles(before: readonly string[], written: Iterable<string>): readonly string[] {
  const kept = new Set(written);
  const table: Readonly<Record<string, HostRow | undefined>> = hostTable;
  return before.flatMap((host) => table[host]?.deploys ?? []).filter((name) => !kept.has(name));
}
