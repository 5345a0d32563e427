import type { Gate } from '../../content/privacy/wordpress/ranges.js';
import { isNoteworthy } from '../../content/privacy/wordpress/warnings.js';
import type { AuditListener, FoundGate } from '../audit.js';

/** Reports to an audit the gates that were cut from an entry. */
export function auditGates(audit: AuditListener, ref: string, gates: readonly Gate[]): void {
  for (const gate of gates) {
    const { kind, name, attribute } = gate;
    const decider = deciderOf(gate);
    audit.gate({ ref, kind, name, ...(attribute !== undefined && { attribute }), isHeldBack: true, decider });
  }
}

function deciderOf(gate: Gate): FoundGate['decider'] {
  if (gate.isUnclosed) return 'unclosed';
  if (gate.isDenied) return 'privacy.deny';
  return isNoteworthy(gate) ? 'sound' : 'known';
}

/**
 * The gates that only `privacy.allow` keeps open.
 * @param held what is cut under the owner's rules
 * @param without what would be cut without `privacy.allow`
 */
export function keptByAllow(
  held: readonly Gate[],
  without: readonly Gate[],
): readonly Omit<FoundGate, 'ref'>[] {
  const key = ({ kind, name, attribute }: Gate) => JSON.stringify([kind, name, attribute]);
  const cut = new Set(held.map(key));
  return without
    .filter((gate) => !cut.has(key(gate)))
    .map(({ kind, name, attribute }) => ({
      kind,
      name,
      ...(attribute !== undefined && { attribute }),
      isHeldBack: false,
      decider: 'privacy.allow',
    }));
}
