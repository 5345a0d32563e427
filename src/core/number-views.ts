/** Bytes seen as numbers of 64 bits, in the order of this machine; they begin at an index that is a multiple of 8. */
export function asFloats({ buffer, byteOffset, byteLength }: Uint8Array): Float64Array {
  return new Float64Array(buffer, byteOffset, byteLength >>> 3);
}

/** Bytes seen as whole numbers of 32 bits, in the order of this machine; they begin at an index that is a multiple of 4. */
export function asWords({ buffer, byteOffset, byteLength }: Uint8Array): Uint32Array {
  return new Uint32Array(buffer, byteOffset, byteLength >>> 2);
}
