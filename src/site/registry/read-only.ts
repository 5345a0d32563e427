import type { RegisteredTool } from './resource.js';

const READS = /^(?:get|list|read|search|find|fetch|query|count|view)[-_]/;
const CHANGES = new Set(
  (
    'create add update edit set put delete remove destroy clear reset prune purge sync send cancel refund import ' +
    'export write save store generate issue revoke approve reject'
  ).split(' '),
);

/**
 * True for a tool that changes nothing: by its own declaration, else because it is only an attached document, else by
 * its name.
 */
export function isReadOnly(tool: Pick<RegisteredTool, 'name' | 'annotations' | 'kind' | 'uri'>): boolean {
  const declared = tool.annotations['readOnlyHint'];
  if (declared !== undefined) return declared;
  return tool.kind === 'resource' || tool.uri !== '' || readsByName(tool.name);
}

/**
 * True for a name that starts with a word for reading and has none for changing: `shop/find-tea`, but not
 * `shop/get-and-delete`.
 */
export function readsByName(name: string): boolean {
  const short = name.slice(name.lastIndexOf('/') + 1).toLowerCase();
  return READS.test(short) && !short.split(/[-_.]/).some((word) => CHANGES.has(word));
}
