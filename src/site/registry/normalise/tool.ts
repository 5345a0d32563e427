import { isObject } from '../../../core/is-object.js';
import { quoted, type Report } from '../report.js';
import type { RegisteredTool } from '../resource.js';
import { booleans, jsonObject } from './json.js';
import { cleanKey, cleanText } from './text.js';

const TOOL_NAME = /^[a-z0-9][a-z0-9_.-]*(?:\/[a-z0-9][a-z0-9_.-]*)?$/i;

/**
 * The tools of a resource. Tools with a missing or invalid name are left out.
 * @param id of the resource, for messages
 */
export function toolsOf(value: unknown, id: string, report: Report): readonly RegisteredTool[] {
  const list = Array.isArray(value) ? [...value] : value === undefined || value === null ? [] : [value];
  return list.flatMap((one: unknown) => toolOf(one, id, report) ?? []);
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
