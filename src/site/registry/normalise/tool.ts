import { isObject } from '../../../core/json.js';
import { quoted, type Report } from '../report.js';
import type { JsonObject, RegisteredTool } from '../resource.js';
import { cleanKey, cleanText, itemsOf, withoutUserInfo } from './text.js';

const TOOL_NAME = /^[a-z0-9][a-z0-9_.-]*(?:\/[a-z0-9][a-z0-9_.-]*)?$/i;

/**
 * The tools of a resource. Tools with a missing or invalid name are left out.
 * @param id of the resource, for messages
 */
export function toolsOf(value: unknown, id: string, report: Report): readonly RegisteredTool[] {
  return itemsOf(value).flatMap((one) => toolOf(one, id, report) ?? []);
}

function toolOf(value: unknown, id: string, report: Report): RegisteredTool | undefined {
  const fields = isObject(value) ? value : {};
  const name = cleanText(fields['name']);
  if (!TOOL_NAME.test(name)) {
    report.warn(
      'resource_tool',
      `A tool of "${id}" has no usable name (${quoted(fields['name'])}) and was left out.`,
      'Name it "name" or "namespace/name", of letters, digits, ".", "_" and "-".',
    );
    return undefined;
  }
  return {
    name,
    title: cleanText(fields['title']),
    description: cleanText(fields['description']),
    inputSchema: jsonObject(fields['inputSchema']),
    outputSchema: jsonObject(fields['outputSchema']),
    annotations: booleans(fields['annotations']),
    auth: cleanKey(fields['auth']) || 'none',
    kind: fields['kind'] === 'resource' ? 'resource' : 'tool',
    public: fields['public'] !== false,
    uri: cleanText(fields['uri']),
  };
}

/**
 * A copy of an object as JSON would show it.
 * @returns an empty object for anything that isn't an object or can't be written as JSON
 */
function jsonObject(value: unknown): JsonObject {
  if (!isObject(value)) return {};
  try {
    // The text, not the tree: an address with a password may stand at any depth.
    const copy: unknown = JSON.parse(withoutUserInfo(JSON.stringify(value)));
    return isObject(copy) ? copy : {};
  } catch {
    return {};
  }
}

/** Hints of a tool: names of letters, digits and underscores, values true or false. */
function booleans(value: unknown): Readonly<Record<string, boolean>> {
  if (!isObject(value)) return {};
  const pairs = Object.entries(value).map(([key, flag]) => [key.replace(/\W+/g, ''), isTrue(flag)] as const);
  return Object.fromEntries(pairs.filter(([key]) => key !== '' && key !== '__proto__'));
}

function isTrue(value: unknown): boolean {
  if (typeof value === 'string') return !/^\s*(?:|0|no|off|false)\s*$/i.test(value);
  return Boolean(value);
}
