import { echoOnly } from './defaults/echo-only.js';
import { activity, aiUsage, enforcement, mcp } from './defaults/enforcement.js';
import { identity } from './defaults/identity.js';
import { ours } from './defaults/ours.js';
import { caching, content, discovery, surfaces } from './defaults/surfaces.js';
import type { FieldSet } from './fields.js';

/** Every setting, by key. */
export const declarations = {
  ...surfaces,
  ...content,
  ...aiUsage,
  ...identity,
  ...discovery,
  ...mcp,
  ...activity,
  ...enforcement,
  ...caching,
  ...ours,
  ...echoOnly,
};

/** Every setting by section, in the order of the reference. */
export const settingSections: readonly { readonly title: string; readonly fields: FieldSet }[] = [
  { title: 'Surfaces', fields: surfaces },
  { title: 'Content scope and checks', fields: content },
  { title: 'AI-usage policy', fields: aiUsage },
  { title: 'Identity and security contact', fields: identity },
  { title: 'Discovery', fields: discovery },
  { title: 'MCP', fields: mcp },
  { title: 'Visit log', fields: activity },
  { title: 'Enforcement and verification', fields: enforcement },
  { title: 'Caching', fields: caching },
  { title: 'Beyond the specification', fields: ours },
  { title: 'Accepted, stored and given back only', fields: echoOnly },
];
