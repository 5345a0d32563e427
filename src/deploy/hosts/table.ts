import type { Host } from '../../config/config.js';
import { compareText } from '../../core/compare.js';
import type { HeadersManifest } from '../manifests/neutral.js';
import { apacheRules } from './apache.js';
import { caddyRules } from './caddy.js';
import { cloudflareRules } from './cloudflare.js';
import { githubPagesRules } from './github-pages.js';
import type { HostFacts, HostFile, HostLimit, HostWriter } from './host.js';
import { netlifyRules } from './netlify.js';
import { nginxRules } from './nginx.js';
import { s3Rules } from './s3.js';
import { vercelRules } from './vercel.js';

/** How the rules of a host are written. */
export interface HostRow {
  readonly write: HostWriter;
  /** Names of all files in `deploy/` that it may get: those of a removed host are deleted. */
  readonly deploys: readonly string[];
}

/** Every host that the configuration may name, in the order of the docs. */
export const hostTable: Readonly<Record<Host, HostRow>> = {
  netlify: { write: netlifyRules, deploys: [] },
  cloudflare: { write: cloudflareRules, deploys: [] },
  vercel: { write: vercelRules, deploys: ['vercel.json'] },
  nginx: { write: nginxRules, deploys: ['nginx.http.conf', 'nginx.server.conf', 'nginx.live.conf'] },
  caddy: { write: caddyRules, deploys: ['Caddyfile.svc', 'Caddyfile.live'] },
  apache: { write: apacheRules, deploys: ['apache.live.htaccess'] },
  s3: { write: s3Rules, deploys: ['s3-metadata.json', 's3-sync.sh'] },
  'github-pages': { write: githubPagesRules, deploys: ['github-pages.md'] },
};

/** A limit with its host. */
export interface ReportedLimit extends HostLimit {
  readonly host: Host;
}

/** The rules for all configured hosts. */
interface RulesOfHosts {
  /** Files with distinct names. */
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
    const rules = (hostTable[host] as HostRow).write(manifest, facts);
    limits.push(...rules.limits.map((limit) => ({ host, ...limit })));
    for (const file of rules.files) {
      const key = `${file.place}/${file.name}`;
      if ((files.get(key) ?? file).text !== file.text) limits.push({ host, ...shared(file.name) });
      files.set(key, file);
    }
  }
  return { files: [...files.values()], limits };
}

function shared(name: string): HostLimit {
  return {
    what: `${name} contains the rules of this host only`,
    why: 'another configured host reads a file of the same name',
    fix: 'Build once per host, with --hosts and a separate --out.',
  };
}

/**
 * Files in `deploy/` that no version reads any more.
 * @param before hosts of the last build
 * @param written names of files of this build
 */
export function staleDeployFiles(before: readonly string[], written: Iterable<string>): readonly string[] {
  const kept = new Set(written);
  const table: Readonly<Record<string, HostRow | undefined>> = hostTable;
  return before.flatMap((host) => table[host]?.deploys ?? []).filter((name) => !kept.has(name));
}
