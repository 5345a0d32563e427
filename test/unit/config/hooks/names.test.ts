import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { actions, filters, hookGroups } from '../../../../src/config/hooks/names.js';

/** Hooks that the specification names. */
const SPECIFIED = [
  'svc_envelope',
  'svc_schema_url',
  'svc_documents',
  'svc_readiness_checks',
  'svc_tombstone_retain_days',
  'svc_mcp_card_server',
  'svc_well_known_routed',
  'svc_changes_max',
  'svc_signed_surfaces',
  'svc_mcp_server_abilities',
  'svc_warm_llms_full',
  'svc_activity_max_rows',
  'svc_yield_surface',
];

const rows = { ...filters, ...actions };

/** Names that the program applies or runs, found in its text. */
function calledHooks(): Set<string> {
  const sources = readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !/^hooks[\\/]/.test(path))
    .map((path) => readFileSync(`src/${path}`, 'utf8'));
  return new Set(
    sources.flatMap((text) =>
      [...text.matchAll(/\b(?:apply|run)\(\s*'(svc_[a-z_]+)'/g)].map((m) => m[1] ?? ''),
    ),
  );
}

describe('hooks', () => {
  it('are all there that the specification names', () => {
    for (const name of SPECIFIED) expect(Object.keys(rows)).toContain(name);
  });

  it('are documented once each, in one group', () => {
    const grouped = hookGroups.flatMap((group) => Object.keys(group.rows));
    expect(grouped.sort()).toEqual(Object.keys(rows).sort());
    for (const [name, row] of Object.entries(rows)) expect(row.text, name).toMatch(/\.$/);
  });

  it('are marked "applied" exactly where the program calls them', () => {
    const called = calledHooks();
    const marked = Object.entries(rows).filter(([, row]) => row.status === 'applied');
    expect(marked.map(([name]) => name).sort()).toEqual([...called].sort());
    expect(called.size).toBeGreaterThan(0);
  });
});
