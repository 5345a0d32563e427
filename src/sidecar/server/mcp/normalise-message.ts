import { isObject } from '../../../core/is-object.js';
import { parseJson } from '../../../core/parse-json.js';

/** Depth to which members are normalised: `params._meta.clientInfo.icons[].sizes` and no deeper. */
const LEVELS = 6;
/** Members that stay unchanged: null is a valid id, and the schema of a tool validates its arguments. */
const KEPT: readonly string[] = ['id', 'result'];
/** Members that are maps. Programs in PHP write an empty map as `[]`. */
const MAPS = new Set([
  ...['params', 'arguments', '_meta', 'capabilities', 'clientInfo'],
  ...['experimental', 'roots', 'sampling', 'elicitation', 'tasks'],
]);

/**
 * Brings a message into the form that the SDK requires. Programs in Go, Java and C# write absent members as null,
 * programs in PHP write empty maps as lists, and models write `arguments` as text. Members of `arguments` stay, since
 * only the schema of the tool defines what null means there. Probes send `initialize` without its members.
 */
export function normaliseMessage(message: unknown): unknown {
  if (!isObject(message)) return message;
  const plain = strip(message, LEVELS) as Record<string, unknown>;
  const { method, id, ...rest } = plain;
  if (method === 'initialize') return { ...plain, params: initialisation(plain['params'] ?? {}) };
  const isNotification = typeof method === 'string' && method.startsWith('notifications/');
  return isNotification && id === null ? { method, ...rest } : plain;
}

function strip(value: unknown, levels: number): unknown {
  if (levels === 0) return value;
  if (Array.isArray(value)) return value.map((one: unknown) => strip(one, levels - 1));
  if (!isObject(value)) return value;
  const isMessage = levels === LEVELS;
  const members = Object.entries(value)
    .filter(([name, member]) => member !== null || (isMessage && KEPT.includes(name)))
    .map(([name, member]) => {
      if (isMessage && KEPT.includes(name)) return [name, member] as const;
      if (levels === LEVELS - 1 && name === 'arguments') return [name, argumentsOf(member)] as const;
      return [name, strip(asMap(name, member), levels - 1)] as const;
    });
  return Object.fromEntries(members);
}

function asMap(name: string, member: unknown): unknown {
  return MAPS.has(name) && Array.isArray(member) && member.length === 0 ? {} : member;
}

function argumentsOf(given: unknown): unknown {
  if (typeof given !== 'string') return asMap('arguments', given);
  const parsed = given.trim() === '' ? {} : parseJson(given);
  return isObject(parsed) ? parsed : given;
}

function initialisation(params: unknown): unknown {
  if (!isObject(params)) return params;
  const { clientInfo = {} } = params;
  const unknown = { name: 'unknown', version: 'unknown' };
  return {
    protocolVersion: '',
    capabilities: {},
    ...params,
    clientInfo: isObject(clientInfo) ? { ...unknown, ...clientInfo } : clientInfo,
  };
}
