import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Database, Storage } from '../../storage/port.js';
import { readOption, writeOption } from '../../storage/tables/options.js';
import type { SelfCheckTokens } from './port.js';

/** Validity of a token in seconds (spec section 8). */
export const SELF_CHECK_TTL = 120;
const MAX_TOKEN = 64;

/**
 * The kind of a token: of a browser that checks the site, or of the program's own checks, which must not make a
 * browser's invalid.
 */
type SelfCheckSlot = 'browser' | 'probe';

const SLOTS: readonly SelfCheckSlot[] = ['browser', 'probe'];

/** Tokens that identify visits of the owner's own checks. */
export interface MintedTokens extends SelfCheckTokens {
  /**
   * Creates a token. The one before it of a browser becomes invalid; sidecars that check the site at once keep theirs.
   */
  mint(slot: SelfCheckSlot): Promise<string>;
}

interface StoredToken {
  /** SHA-256, hexadecimal. */
  readonly hash: string;
  /** Unix seconds. */
  readonly expires: number;
}

/** Keeps self-check tokens for two minutes, and only their hashes. */
export function selfCheckTokens(
  { db, write }: Pick<Storage, 'db' | 'write'>,
  now: () => number,
): MintedTokens {
  let reading: Promise<readonly StoredToken[]> | undefined;
  /** Concurrent readers share one query, since any client may send the header at any rate. */
  function stored(): Promise<readonly StoredToken[]> {
    reading ??= readTokens(db).finally(() => {
      reading = undefined;
    });
    return reading;
  }
  return {
    async mint(slot) {
      const token = randomBytes(16).toString('hex');
      const kept: StoredToken = { hash: hashOf(token).toString('hex'), expires: now() + SELF_CHECK_TTL };
      await write(async (inside) => {
        const others = slot === 'browser' ? [] : await readSlot(inside, slot);
        const valid = others.filter(({ expires }) => now() < expires);
        await writeOption(inside, nameOf(slot), [...valid, kept]);
      });
      return token;
    },
    async isValid(token, at) {
      if (token === '' || token.length > MAX_TOKEN) return false;
      const hash = hashOf(token);
      return (await stored()).some((one) => at < one.expires && isSame(hash, one.hash));
    },
  };
}

function nameOf(slot: SelfCheckSlot): string {
  return `self_check_token_${slot}`;
}

async function readTokens(db: Database): Promise<readonly StoredToken[]> {
  return (await Promise.all(SLOTS.map((slot) => readSlot(db, slot)))).flat();
}

async function readSlot(db: Database, slot: SelfCheckSlot): Promise<readonly StoredToken[]> {
  const option = await readOption(db, nameOf(slot));
  return option === undefined ? [] : [option.value as StoredToken | readonly StoredToken[]].flat();
}

function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** In constant time. */
function isSame(hash: Buffer, stored: string): boolean {
  const other = Buffer.from(stored, 'hex');
  return other.length === hash.length && timingSafeEqual(hash, other);
}
