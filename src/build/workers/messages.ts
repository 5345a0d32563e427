import { type ErrorCode, SvcError, type SvcErrorOptions } from '../../core/errors.js';
import type { Conversion, ConvertJob } from '../convert-job.js';
import type { NewLookups, SharedContext } from './shared-context.js';

/** What a worker is started with. Afterwards it is sent messages. */
export interface WorkerSetup {
  /** One number, written by the worker: the place of the entry in the batch that it is at; below 0 until it has started. */
  readonly at: Int32Array;
}

/** Entries that go to a worker together. */
export type Batch = readonly ConvertJob[];

/** What a worker is sent: first of all a context. Of one that it has already it may learn more. */
export type Message = Batch | { readonly context: SharedContext } | { readonly learned: NewLookups };

/** An entry's documents, or what went wrong with it. */
export type Outcome = { readonly conversion: Conversion } | { readonly error: Error };

type Range = readonly [start: number, end: number];

interface PackedConversion extends Omit<Conversion, 'twin' | 'item'> {
  readonly twin: Range;
  readonly item: Range | undefined;
}

interface PackedError {
  readonly name: string;
  readonly message: string;
  readonly stack: string | undefined;
  /** Of an `SvcError`. */
  readonly svc?: { readonly code: ErrorCode; readonly options: SvcErrorOptions };
}

/** What comes back for a batch: the documents lie one after the other in one block that changes hands. */
export interface Answer {
  readonly outcomes: readonly ({ readonly conversion: PackedConversion } | { readonly error: PackedError })[];
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** Puts the documents of a batch into one block of bytes, which is moved between threads and not copied. */
export function packAnswer(outcomes: readonly Outcome[]): Answer {
  const texts = outcomes.flatMap((one) =>
    'conversion' in one ? [one.conversion.twin, one.conversion.item ?? ''] : [],
  );
  const size = texts.reduce((sum, text) => sum + byteLength(text), 0);
  // Of its own: a part of the common pool cannot change hands.
  const bytes = Buffer.from(new ArrayBuffer(size));
  let used = 0;
  const add = (text: string | Uint8Array): Range => {
    const start = used;
    if (typeof text === 'string') used += bytes.write(text, start, 'utf8');
    else {
      bytes.set(text, start);
      used += text.length;
    }
    return [start, used];
  };
  return {
    bytes: new Uint8Array(bytes.buffer),
    outcomes: outcomes.map((one) => {
      if ('error' in one) return { error: packError(one.error) };
      const { twin, item, ...rest } = one.conversion;
      return { conversion: { ...rest, twin: add(twin), item: item === undefined ? undefined : add(item) } };
    }),
  };
}

/** What `packAnswer` was given, with documents as bytes. */
export function unpackAnswer({ outcomes, bytes }: Answer): readonly Outcome[] {
  const cut = ([start, end]: Range) => bytes.subarray(start, end);
  return outcomes.map((one) => {
    if ('error' in one) return { error: unpackError(one.error) };
    const { twin, item, ...rest } = one.conversion;
    return { conversion: { ...rest, twin: cut(twin), item: item && cut(item) } };
  });
}

function byteLength(text: string | Uint8Array): number {
  return typeof text === 'string' ? Buffer.byteLength(text) : text.length;
}

/** Threads copy errors, but neither their class nor what we added. */
function packError(error: Error): PackedError {
  const { name, message, stack } = error;
  if (!(error instanceof SvcError)) return { name, message, stack };
  const { code, location, fix } = error;
  return { name, message, stack, svc: { code, options: { ...location, ...(fix !== undefined && { fix }) } } };
}

function unpackError({ name, message, stack, svc }: PackedError): Error {
  const error = svc === undefined ? new Error(message) : new SvcError(svc.code, message, svc.options);
  error.name = name;
  if (stack !== undefined) error.stack = stack;
  return error;
}
