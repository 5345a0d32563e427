import type { HeadersManifest } from '../manifests/neutral.js';
import { isBeside } from './beside.js';
import { type HostFacts, type HostFile, type HostRules, headComment } from './host.js';
import { nginxBesideHttp, nginxBesideServer } from './nginx-beside.js';
import { nginxHttp } from './nginx-http.js';
import { nginxServer } from './nginx-server.js';
import { NginxNames } from './nginx-text.js';

const HTTP_FILE = 'nginx.http.conf';
const SERVER_FILE = 'nginx.server.conf';
const LIVE_FILE = 'nginx.live.conf';

/**
 * Rules for nginx 1.19 or later: maps for `http`, and the contents of the site's server. With a sidecar at the address
 * of the site, it answers everything that the rules would otherwise have to know in advance. With one elsewhere
 * there is a second form, which passes agent files on too, so that the sidecar counts and judges who reads them.
 */
export function nginxRules(manifest: HeadersManifest, facts: HostFacts): HostRules {
  const names = new NginxNames(manifest.baseUrl);
  const write = isBeside(facts) ? nginxBesideServer : nginxServer;
  const server = (live: boolean) => write({ manifest, names, facts, live });
  const { basePath, baseUrl } = manifest;
  const root =
    basePath === '' ? 'the output folder' : `a folder in which ${basePath.slice(1)}/ is the output folder`;
  const head = `For ${baseUrl}, inside server { }, whose root is ${root}. Needs ${HTTP_FILE}.`;
  const live = isBeside(facts)
    ? `The same as ${SERVER_FILE}.`
    : `In place of ${SERVER_FILE}: agent files come from the sidecar too, which counts who reads them.`;
  const http = isBeside(facts) ? nginxBesideHttp : nginxHttp;
  return {
    files: [
      file(HTTP_FILE, http(manifest, names, HTTP_FILE)),
      file(SERVER_FILE, [headComment('#', [head]), '', ...server(false)]),
      ...(facts.sidecar === undefined
        ? []
        : [file(LIVE_FILE, [headComment('#', [head, live]), '', ...server(true)])]),
    ],
    limits: [],
  };
}

function file(name: string, lines: readonly string[]): HostFile {
  return { name, text: `${lines.join('\n')}\n`, place: 'deploy' };
}
