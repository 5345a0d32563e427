import type { RawEntry } from '../sources/port.js';

/** Why an entry is not public. */
export type HiddenReason = 'status' | 'scheduled' | 'expired' | 'protected' | 'noindex' | 'type';

/** What the gate needs besides the entry. */
export interface GateContext {
  /** Unix seconds. */
  readonly now: number;
  /** Slugs of the types that agents may see. */
  readonly visibleTypes: ReadonlySet<string>;
}

/** The part of an entry that decides. */
export type Gated = Pick<RawEntry, 'status' | 'protected' | 'noindex' | 'type' | 'published' | 'expires'>;

/**
 * Why an entry must not be published; undefined when it may.
 * This is the only place that decides: every public output is made from entries that passed it.
 */
export function hiddenReason(entry: Gated, context: GateContext): HiddenReason | undefined {
  if (entry.status !== 'publish') return 'status';
  if (entry.published !== undefined && entry.published > context.now) return 'scheduled';
  if (entry.expires !== undefined && entry.expires <= context.now) return 'expired';
  if (entry.protected) return 'protected';
  if (entry.noindex) return 'noindex';
  if (!context.visibleTypes.has(entry.type)) return 'type';
  return undefined;
}

/** An entry without the marks that hide it for one reason. */
const LIFTED: Readonly<Record<HiddenReason, (entry: Gated, context: GateContext) => Gated>> = {
  status: (entry) => ({ ...entry, status: 'publish' }),
  scheduled: ({ published: _, ...entry }) => entry,
  expired: ({ expires: _, ...entry }) => entry,
  protected: (entry) => ({ ...entry, protected: false }),
  noindex: (entry) => ({ ...entry, noindex: false }),
  type: (entry, { visibleTypes }) => ({ ...entry, type: [...visibleTypes][0] ?? entry.type }),
};

/** Every reason for which an entry must not be published, in the order in which the gate finds them. */
export function hiddenReasons(entry: Gated, context: GateContext): readonly HiddenReason[] {
  const reasons: HiddenReason[] = [];
  let left = entry;
  for (;;) {
    const reason = hiddenReason(left, context);
    // Where no type is visible, nothing lifts the last one.
    if (reason === undefined || reasons.includes(reason)) return reasons;
    reasons.push(reason);
    left = LIFTED[reason](left, context);
  }
}

/** True for an entry that every reader may see. A hidden parent does not hide its child. */
export function isPublic(entry: Gated, context: GateContext): boolean {
  return hiddenReason(entry, context) === undefined;
}
