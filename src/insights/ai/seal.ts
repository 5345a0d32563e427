import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';

/** The prefix of encrypted values. */
const VERSION = 'v1';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Encrypts secrets, so that the database alone does not reveal them. */
export interface Seal {
  /** @param purpose what the secret is for: encrypted for one purpose, it can't be decrypted for another */
  close(secret: string, purpose: string): string;
  /** @returns undefined for a value with another key or purpose, or one that was changed */
  open(sealed: string, purpose: string): string | undefined;
}

/**
 * AES-256-GCM with a random nonce.
 * @param key any text that is hard to guess
 * @see NIST SP 800-38D
 */
export function sealWith(key: string): Seal {
  const bytes = createHash('sha256').update(key).digest();
  return {
    close(secret, purpose) {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv('aes-256-gcm', bytes, iv).setAAD(Buffer.from(purpose));
      const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
      return `${VERSION}.${Buffer.concat([iv, cipher.getAuthTag(), text]).toString('base64url')}`;
    },
    open(sealed, purpose) {
      const [version, body = ''] = sealed.split('.', 2);
      const packed = Buffer.from(body, 'base64url');
      if (version !== VERSION || packed.length < IV_BYTES + TAG_BYTES) return undefined;
      try {
        const decipher = createDecipheriv('aes-256-gcm', bytes, packed.subarray(0, IV_BYTES), {
          authTagLength: TAG_BYTES,
        });
        decipher.setAAD(Buffer.from(purpose));
        decipher.setAuthTag(packed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
        const text = packed.subarray(IV_BYTES + TAG_BYTES);
        return Buffer.concat([decipher.update(text), decipher.final()]).toString('utf8');
      } catch {
        return undefined;
      }
    },
  };
}
