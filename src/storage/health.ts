import type { DatabaseConnection } from 'kysely';
import { errorMessage } from '../core/errors.js';
import { type DatabaseProblem, DatabaseUnavailable } from './unavailable.js';

/** Milliseconds between two probes of a database that answers, and of one that does not. */
const LOOK_EVERY = 1000;
const RETRY_EVERY = 250;

/** How the state of one kind of database is determined. */
interface HealthParts {
  /** What an error says about the database as a whole; undefined for an error of one statement. */
  explain(error: unknown): DatabaseProblem | undefined;
  /** A check before every use, where it is almost free. */
  inspect?(): DatabaseProblem | undefined;
  /**
   * Uses the database.
   * @param how `write` after a failure: a database that can't be written to is not back yet
   * @throws the cause
   */
  probe(how: 'read' | 'write'): Promise<void>;
  /** Called when the database has become unusable. */
  onDown?(): void;
}

/** A change of state. */
export interface HealthChange {
  /** Undefined once the database can be used again. */
  readonly problem: DatabaseProblem | undefined;
  /** Milliseconds that the former state lasted. */
  readonly lasted: number;
}

/**
 * The state of a database, kept in one place: up, down (it comes back by itself), or lost (its file is gone or damaged,
 * which needs the owner). The readiness answer, the 503 of routes and the log line all come from here.
 *
 * A command that runs once only has its errors explained. A server watches the state: while the database
 * is away every use fails at once, and a probe detects when it is back.
 */
export class DatabaseHealth {
  #problem: DatabaseProblem | undefined;
  #since = performance.now();
  #listener: ((change: HealthChange) => void) | undefined;
  #timer: NodeJS.Timeout | undefined;
  #probing: Promise<void> | undefined;

  constructor(private readonly parts: HealthParts) {}

  /** Why the database cannot be used; undefined while it can. */
  get problem(): DatabaseProblem | undefined {
    return this.#problem;
  }

  /** Subscribes to the state. @param listener called once per change */
  attend(listener: (change: HealthChange) => void): void {
    this.#listener = listener;
    this.#schedule();
  }

  /** Ends the subscription. */
  async close(): Promise<void> {
    this.#listener = undefined;
    clearTimeout(this.#timer);
    await this.#probing;
  }

  /** @throws DatabaseUnavailable while the database is known to be away */
  guard(): void {
    const found = this.parts.inspect?.();
    if (found !== undefined) this.#set(found);
    const problem = found ?? this.#problem;
    if (problem !== undefined) throw new DatabaseUnavailable(problem);
  }

  /**
   * Uses the database.
   * @throws DatabaseUnavailable where it cannot be used, and what else `work` throws
   */
  async watch<T>(work: () => T | Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      throw this.#explained(error);
    }
  }

  /**
   * Has the errors of a new connection's queries explained.
   * @param run executes a query
   */
  async watchQueries(
    connection: DatabaseConnection,
    run: <T>(query: () => Promise<T>) => Promise<T> = (query) => query(),
  ): Promise<void> {
    const execute = connection.executeQuery.bind(connection);
    connection.executeQuery = async (query) => {
      try {
        return await run(() => execute(query));
      } catch (error) {
        // The original error counts: a failing database has often rolled the transaction back by itself.
        if (query.sql === 'rollback') return { rows: [] };
        throw this.#explained(error);
      }
    };
  }

  /** Probes the state at once instead of at the next interval. */
  probe(): void {
    if (this.#listener === undefined || this.#probing !== undefined) return;
    clearTimeout(this.#timer);
    this.#probing = this.#find().finally(() => {
      this.#probing = undefined;
      this.#schedule();
    });
  }

  #explained(error: unknown): unknown {
    if (error instanceof DatabaseUnavailable) return error;
    const problem = this.parts.explain(error);
    if (problem === undefined) return error;
    // One connection may break while the database is well.
    if (problem.kind === 'unreachable') this.probe();
    else this.#set(problem);
    return new DatabaseUnavailable(problem, error);
  }

  async #find(): Promise<void> {
    // Written data can't be read back any more: only a restart with an intact file ends that.
    if (this.#problem?.kind === 'damaged') return;
    try {
      const found = this.parts.inspect?.();
      if (found === undefined) await this.parts.probe(this.#problem === undefined ? 'read' : 'write');
      this.#set(found);
    } catch (error) {
      const known = error instanceof DatabaseUnavailable ? error.problem : this.parts.explain(error);
      this.#set(known ?? unexplained(error));
    }
  }

  #schedule(): void {
    if (this.#listener === undefined) return;
    clearTimeout(this.#timer);
    const wait = this.#problem === undefined ? LOOK_EVERY : RETRY_EVERY;
    this.#timer = setTimeout(() => this.probe(), wait).unref();
  }

  #set(problem: DatabaseProblem | undefined): void {
    if (this.#listener === undefined) return;
    const before = this.#problem;
    this.#problem = problem;
    if (before?.kind === problem?.kind) return;
    const now = performance.now();
    const lasted = now - this.#since;
    this.#since = now;
    if (before === undefined) {
      this.parts.onDown?.();
      this.#schedule();
    }
    this.#listener({ problem, lasted });
  }
}

/** A probe is simple, so any failure of it is the database's. */
function unexplained(error: unknown): DatabaseProblem {
  const reason = errorMessage(error);
  const fix = 'See the log of the database.';
  return { kind: 'failing', message: `the database fails: ${reason}`, told: 'The database fails.', fix };
}
