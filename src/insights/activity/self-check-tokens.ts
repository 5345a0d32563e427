import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Database, Storage } from '../../storage/port.js';
import { readOption, writeOption } from '../../storage/tables/options.js';
import type { SelfCheckTokens } from './port.js';

/** Seconds that a token is good (spec section 8). */
export const SELF_CHECK_TTL = 120;
const MAX_TOKEN = 64;

/**
 * The kind of a token: of a browser that checks the site, or of the program's own checks, which must not make a
 * browser's invalid.
 */
export type SelfCheckSlot = 'browser' | 'probe';

const SLOTS: readonly SelfCheckSlot[] = ['browser', 'probe'];

/** Tokens by which visits of the owner's own checks are known. */
export interface MintedTokens extends SelfCheckTokens {
  /** Makes a token; the one before it of the same slot is worth nothing from now on. */
  mint(slot: SelfCheckSlot): Promise<string>;
}

interface StoredToken {
  /** SHA-256, hexadecimal. */
  readonly hash: string;
  /** Unix seconds. */
  readonly expires: number;
}

/**
 * Keeps self-check tokens: of each slot one, two minutes, and nothing but its hash.
 * @see spec sections 3 and 5; reference/admin-api.md section 3.7
 */
export function selfCheckTokens({ db }: Pick<Storage, 'db'>, now: () => number): MintedTokens {
  let reading: Promise<readonly StoredToken[]> | undefined;
  /** Read once for all who ask at the same time: anybody may send the header, as often as they like. */
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
      await writeOption(db, nameOf(slot), kept);
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
  const found = await Promise.all(SLOTS.map((slot) => readOption(db, nameOf(slot))));
  return found.flatMap((option) => (option === undefined ? [] : [option.value as StoredToken]));
}

function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** In a time that does not tell where they differ. */
function isSame(hash: Buffer, stored: string): boolean {
  const other = Buffer.from(stored, 'hex');
  return other.length === hash.length && timingSafeEqual(hash, other);
}
