import { parse as parseYaml } from 'yaml';
import { isObject, type JsonObject, objectOf } from '../../../core/json.js';
import { parseToml } from '../../../core/parse-toml.js';
import { regexPattern, starPattern } from './path-pattern.js';
import { closed, type HostRule } from './rule.js';

/** Middlewares that ask for an account, or let only some networks in. */
const GUARD = /^(?:basicauth|digestauth|forwardauth|ipallowlist|ipwhitelist)$/i;
/** Names of such middlewares that are defined elsewhere. */
const GUARD_NAME = /(?:^|[-_.])(?:basic-?)?(?:auth|authelia|authentik|oauth2?|sso|login)(?:$|[-_.])/i;
/** The paths of a rule: ``Host(`tern.example`) && PathPrefix(`/members`)``. */
const PATHS = /(!\s*)?\b(Path|PathPrefix|PathRegexp)\(([^)]*)\)/g;

interface Router {
  readonly rule: string;
  readonly middlewares: readonly string[];
}

/** Which paths the routers of Traefik ask an account for, by the labels of Docker Compose or by a file. */
export function readTraefik(text: string): readonly HostRule[] {
  const data = objectOf(
    /^\s*\[/m.test(text) && !/^[\w-]+:/m.test(text)
      ? parseToml(text)
      : parseYaml(text, { logLevel: 'error' }),
  );
  const labels = Object.values(objectOf(data['services'])).map((service) => labelsOf(objectOf(service)));
  const sources = [objectOf(data['http']), ...labels.map((tree) => objectOf(tree['http']))];
  const guards = new Set(sources.flatMap((http) => guardsIn(objectOf(http['middlewares']))));
  const routers = sources.flatMap((http) => routersIn(objectOf(http['routers'])));
  const guardOf = ({ middlewares }: Router) =>
    middlewares.find((name) => guards.has(name) || GUARD_NAME.test(name));
  // A router for HTTP only forwards.
  const isForAll = routers.every(
    (router) =>
      guardOf(router) !== undefined || router.middlewares.some((name) => /redirect|https/.test(name)),
  );
  return routers.flatMap((router) => {
    const { rule } = router;
    const guard = guardOf(router);
    if (guard === undefined) return [];
    const pattern = [...rule.matchAll(PATHS)].flatMap(([, not, kind, list = '']) =>
      not === undefined ? pathsIn(list).flatMap((path) => pathPattern(kind, path)) : [],
    );
    const all = pattern.length === 0 && isForAll ? starPattern('*') : pattern;
    return [closed(all, `the middleware ${guard.slice(0, 80)}`)];
  });
}

function pathPattern(kind: string | undefined, path: string) {
  if (kind === 'PathRegexp') return regexPattern(path);
  return kind === 'Path' ? starPattern(path) : starPattern(`${path}*`);
}

const pathsIn = (list: string) => [...list.matchAll(/[`"']([^`"']+)[`"']/g)].map(([, path = '']) => path);

const guardsIn = (middlewares: JsonObject) =>
  Object.entries(middlewares).flatMap(([name, one]) =>
    Object.keys(objectOf(one)).some((kind) => GUARD.test(kind)) ? [name.toLowerCase()] : [],
  );

/** The routers of sites, without those of Traefik's own pages. */
function routersIn(routers: JsonObject): readonly Router[] {
  return Object.values(routers).flatMap((router) => {
    const { rule, middlewares, service } = objectOf(router);
    if (typeof rule !== 'string' || /@internal$/.test(String(service))) return [];
    const names = [middlewares].flat().flatMap((one) => String(one ?? '').split(','));
    return [{ rule, middlewares: names.map((name) => name.trim().toLowerCase().replace(/@.*$/, '')) }];
  });
}

/** The labels `traefik.http.routers.site.rule=…` of a service as a tree. */
function labelsOf({ labels }: JsonObject): JsonObject {
  const pairs = Array.isArray(labels)
    ? labels.map((label) => /^([^=]+)=(.*)$/s.exec(String(label))?.slice(1) ?? [])
    : Object.entries(objectOf(labels));
  const tree: Record<string, unknown> = Object.create(null);
  for (const [name = '', value] of pairs) {
    const [first, ...parts] = String(name).toLowerCase().split('.');
    if (first !== 'traefik') continue;
    let node = tree;
    for (const part of parts.slice(0, -1)) {
      const next = Object.hasOwn(node, part) ? node[part] : undefined;
      const inner: Record<string, unknown> = isObject(next) ? next : Object.create(null);
      node[part] = inner;
      node = inner;
    }
    node[parts.at(-1) ?? ''] = value;
  }
  return tree;
}
