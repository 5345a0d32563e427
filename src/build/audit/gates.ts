import { compareText } from '../../core/compare.js';
import { addTo } from '../../core/multimap.js';
import type { FoundGate, GateDecider } from '../../sources/audit.js';
import type { SourcePlace } from './record.js';

/** The position of a gate. */
export interface GatePlace extends SourcePlace {
  /** How often it occurs there. */
  readonly count: number;
}

/** A gate by its name, with all its positions, and its verdict. */
export interface GateFinding
  extends Pick<FoundGate, 'kind' | 'name' | 'attribute' | 'isHeldBack' | 'decider'> {
  /** The reason. */
  readonly rule: string;
  /** How to change the verdict. */
  readonly setting: string;
  readonly count: number;
  readonly places: readonly GatePlace[];
}

/** Groups gates with the same name and verdict, in the order of their verdicts and names. */
export function gateFindings(gates: readonly (FoundGate & SourcePlace)[]): readonly GateFinding[] {
  const groups = new Map<string, (FoundGate & SourcePlace)[]>();
  for (const gate of gates) {
    const key = JSON.stringify([!gate.isHeldBack, gate.decider, gate.kind, gate.name, gate.attribute]);
    addTo(groups, key, gate);
  }
  return [...groups]
    .sort(([a], [b]) => compareText(a, b))
    .flatMap(([, [first, ...rest]]) => (first === undefined ? [] : [findingOf(first, [first, ...rest])]));
}

function findingOf(first: FoundGate, group: readonly (FoundGate & SourcePlace)[]): GateFinding {
  const { kind, name, attribute, isHeldBack, decider } = first;
  const places = placesOf(group);
  return {
    kind,
    name,
    ...(attribute !== undefined && { attribute }),
    isHeldBack,
    decider,
    rule: RULES[decider],
    setting: settingOf(decider, attribute?.split('.').at(-1) ?? name.split('.').at(-1) ?? name),
    count: places.reduce((sum, { count }) => sum + count, 0),
    places,
  };
}

function placesOf(group: readonly (FoundGate & SourcePlace)[]): readonly GatePlace[] {
  const places = new Map<string, GatePlace>();
  for (const { file, line, count = 1 } of group) {
    const key = JSON.stringify([file, line]);
    const before = places.get(key)?.count ?? 0;
    places.set(key, { file, ...(line !== undefined && { line }), count: before + count });
  }
  return [...places.values()];
}

const RULES: Readonly<Record<GateDecider, string>> = {
  'privacy.allow': 'it sounds like a restriction, and "privacy.allow" names it',
  'privacy.deny': '"privacy.deny" names it',
  format: 'its editor restricts it to some readers',
  known: "it's known to be for some readers only",
  sound: 'its name or value sounds like a restriction',
  unclosed: 'it is never closed, so everything after it counts as its content',
  none: 'nothing in its name sounds like a restriction',
};

function settingOf(decider: GateDecider, name: string): string {
  switch (decider) {
    case 'privacy.allow':
      return `Remove "${name}" from "privacy.allow" to hold it back.`;
    case 'privacy.deny':
      return `Remove "${name}" from "privacy.deny" to let its name decide.`;
    case 'format':
      return 'Make it public in the editor and export again.';
    case 'none':
      return `Add "${name}" to "privacy.deny" to hold it back.`;
    case 'unclosed':
      return `Close it on the site, or add "${name}" to "privacy.allow" to publish.`;
    default:
      return `Add "${name}" to "privacy.allow" to publish, or to "privacy.deny" to hold it back without a warning.`;
  }
}
