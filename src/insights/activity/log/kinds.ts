/** Stores the recurring parts of visits once, and keeps visits by day. */

import { CompiledQuery, sql } from 'kysely';
import type { Capabilities, Database } from '../../../storage/port.js';
import { writeOption } from '../../../storage/tables/options.js';
import { DAY, dayText } from '../days.js';
import type { Hit } from '../port.js';
import { type Column, overRows, type ValueRow } from './over-rows.js';

/** The longest texts of a line. */
const LENGTHS = { endpoint: 64, agent: 64, ua: 255, network: 128, signer: 64 } as const;
/** PostgreSQL refuses NUL in texts, and no database stores half a character. */
const UNSTORABLE = /[\u0000\p{Cs}]/gu;

/** Counts removals of kinds: cached ids may be gone after one. */
const GENERATION = 'visit_kinds_removed';
const READ_GENERATION = CompiledQuery.raw(`select version from options where name = '${GENERATION}'`);
/** Number of cached kinds. */
const MAX_KNOWN = 20_000;

/** The common data of hits, as a key of their kind. */
export function kindKey({ endpoint, agent, network, verdict, signer, refused, ua }: Hit): string {
  const rest = `${network}\u0000${verdict}\u0000${signer}\u0000${refused ? 1 : 0}`;
  // Cut, so that the cache does not grow with what clients send.
  return `${endpoint}\u0000${agent}\u0000${rest}\u0000${ua.slice(0, LENGTHS.ua)}`;
}

/** A text in a form that databases can store. */
export function storable(text: string): string {
  return text.replace(UNSTORABLE, '\ufffd');
}

/** A hit in a form that can be stored. */
function tidy(hit: Hit): Hit {
  const text = (name: keyof typeof LENGTHS) => storable(hit[name].slice(0, LENGTHS[name]));
  return {
    ...hit,
    endpoint: text('endpoint'),
    agent: text('agent'),
    ua: text('ua'),
    network: text('network'),
    signer: text('signer'),
  };
}

const LABEL_COLUMNS: readonly Column[] = [
  ['endpoint', 'text'],
  ['agent', 'text'],
  ['network', 'text'],
  ['verdict', 'bigint'],
  ['signer', 'text'],
  ['refused', 'bigint'],
];
const KIND_COLUMNS: readonly Column[] = [
  ['label_id', 'bigint'],
  ['ua', 'text'],
];

/** Finds the numbers of kinds and assigns new ones. */
export class Kinds {
  readonly #statements: ReturnType<typeof statements>;
  #known = new Map<string, number>();
  #generation = -1;

  constructor(capabilities: Capabilities) {
    this.#statements = statements(capabilities);
  }

  /**
   * @param db inside of a write
   * @param wanted one hit of each kind, by key
   * @returns ids of kinds by key
   */
  async find(db: Database, wanted: ReadonlyMap<string, Hit>): Promise<ReadonlyMap<string, number>> {
    await this.#forgetRemoved(db);
    const found = new Map<string, number>();
    const missing = new Map<string, Hit>();
    for (const [key, hit] of wanted) {
      const kind = this.#known.get(key);
      if (kind === undefined) missing.set(key, hit);
      else found.set(key, kind);
    }
    if (missing.size > 0) {
      for (const [key, kind] of await this.#ensure(db, missing)) found.set(key, kind);
    }
    return found;
  }

  /** Caches kinds; called once they have been committed. */
  keep(found: ReadonlyMap<string, number>): void {
    if (this.#known.size + found.size > MAX_KNOWN) this.#known.clear();
    for (const [key, kind] of found) this.#known.set(key, kind);
  }

  async #forgetRemoved(db: Database): Promise<void> {
    const { rows } = await db.executeQuery<{ readonly version: number }>(READ_GENERATION);
    const generation = rows[0]?.version ?? 0;
    if (generation !== this.#generation) this.#known.clear();
    this.#generation = generation;
  }

  async #ensure(db: Database, hits: ReadonlyMap<string, Hit>): Promise<ReadonlyMap<string, number>> {
    const missing = new Map([...hits].map(([key, hit]) => [key, tidy(hit)]));
    const labels = new Map([...missing.values()].map((hit) => [kindKey({ ...hit, ua: '' }), hit]));
    const labelIds = await this.#labels(db, [...labels.values()]);
    const rows = [...missing.values()].map((hit) => {
      const labelId = labelIds.get(kindKey({ ...hit, ua: '' })) ?? 0;
      return [labelId, hit.ua] as const;
    });
    await this.#statements.addKinds(db, rows);
    const stored = await this.#statements.findKinds(db, rows);
    const byRow = new Map(stored.map(({ id, label_id, ua }) => [`${label_id} ${ua}`, id]));
    return new Map(
      [...missing.keys()].map((key, index) => [key, byRow.get(rows[index]?.join(' ') ?? '') ?? 0]),
    );
  }

  async #labels(db: Database, hits: readonly Hit[]): Promise<ReadonlyMap<string, number>> {
    const given = hits.map(
      ({ endpoint, agent, network, verdict, signer, refused }): ValueRow => [
        endpoint,
        agent,
        network,
        verdict,
        signer,
        refused ? 1 : 0,
      ],
    );
    await this.#statements.addLabels(db, given);
    const rows = await this.#statements.findLabels(db, given);
    return new Map(
      rows.map(({ id, refused, ...label }) => [
        kindKey({ ...label, at: 0, ua: '', refused: refused === 1 }),
        id,
      ]),
    );
  }
}

type LabelRow = Omit<Hit, 'at' | 'ua' | 'refused'> & { readonly id: number; readonly refused: number };

function statements(capabilities: Capabilities) {
  return {
    addLabels: overRows(
      capabilities,
      LABEL_COLUMNS,
      (given) => `insert into visit_labels (endpoint, agent, network, verdict, signer, refused)
        select endpoint, agent, network, verdict, signer, refused from ${given} where true on conflict do nothing`,
    ),
    findLabels: overRows<LabelRow>(
      capabilities,
      LABEL_COLUMNS,
      (given) => `select labels.* from ${given} join visit_labels as labels
        on labels.endpoint = given.endpoint and labels.agent = given.agent and labels.network = given.network
        and labels.verdict = given.verdict and labels.signer = given.signer and labels.refused = given.refused`,
    ),
    addKinds: overRows(
      capabilities,
      KIND_COLUMNS,
      (given) => `insert into visit_kinds (label_id, ua) select label_id, ua from ${given} where true
        on conflict do nothing`,
    ),
    findKinds: overRows<{ readonly id: number; readonly label_id: number; readonly ua: string }>(
      capabilities,
      KIND_COLUMNS,
      (given) => `select kinds.id, kinds.label_id, kinds.ua from ${given}
        join visit_kinds as kinds on kinds.label_id = given.label_id and kinds.ua = given.ua`,
    ),
  };
}

/** Removes kinds and labels without any visits. */
export async function removeUnusedKinds(db: Database): Promise<void> {
  await sql`delete from visit_kinds where id not in (select kind_id from visits)`.execute(db);
  await sql`delete from visit_labels where id not in (select label_id from visit_kinds)`.execute(db);
  await writeOption(db, GENERATION, true);
}

/** The partitions of the table of visits, one for each day: only PostgreSQL has them. */
export class Partitions {
  readonly #needed: boolean;
  readonly #made = new Set<number>();

  constructor({ dialect }: Capabilities) {
    this.#needed = dialect === 'postgres';
  }

  /** Creates the missing ones. @param db inside an exclusive write */
  async ensure(db: Database, days: Iterable<number>): Promise<void> {
    if (!this.#needed) return;
    for (const day of days) {
      if (this.#made.has(day)) continue;
      const [from, to] = [firstIdOfDay(day), firstIdOfDay(day + 1)];
      await sql
        .raw(
          `create table if not exists ${nameOf(day)} partition of visits for values from (${from}) to (${to})`,
        )
        .execute(db);
    }
  }

  /** Caches partitions; called once they have been committed. */
  keep(days: Iterable<number>): void {
    for (const day of days) this.#made.add(day);
  }

  /** Clears the cache: another process may have dropped one. */
  forget(): void {
    this.#made.clear();
  }
}

/** Removes all visits of a day. */
export async function dropDay(db: Database, { dialect }: Capabilities, day: number): Promise<void> {
  const [from, to] = [firstIdOfDay(day), firstIdOfDay(day + 1)];
  if (dialect === 'postgres') await sql.raw(`drop table if exists ${nameOf(day)}`).execute(db);
  else await db.deleteFrom('visits').where('id', '>=', from).where('id', '<', to).execute();
}

function nameOf(day: number): string {
  return `visits_${dayText(day).replaceAll('-', '')}`;
}

/**
 * Ids of visits begin with the second, so that their order is that of time even for visits that are written late,
 * such as those of a log file; a day is a range of ids. They stay below 2^53 until the year 2242.
 */
const PER_SECOND = 2 ** 20;

/** The first id of a second. @param at Unix seconds */
export function firstIdOf(at: number): number {
  return at * PER_SECOND;
}

/** The first id of a day. @param day since 1970 */
export function firstIdOfDay(day: number): number {
  return firstIdOf(day * DAY);
}

/** Unix seconds of a visit. */
export function timeOf(id: number): number {
  return Math.floor(id / PER_SECOND);
}

/** Ids of one day. */
export const IDS_PER_DAY = PER_SECOND * DAY;

/** The day of a visit, since 1970. */
export function dayOfId(id: number): number {
  return Math.floor(id / IDS_PER_DAY);
}
