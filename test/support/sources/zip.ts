import { crc32, deflateRawSync } from 'node:zlib';

/** A file of an archive; a mode with the type of a link makes one. */
interface ZipItem {
  readonly name: string;
  readonly content: string | Buffer;
  readonly mode?: number;
}

/** A ZIP archive as most programs write it, deflated. */
export function zip(items: readonly ZipItem[]): Buffer {
  const bodies: Buffer[] = [];
  const entries: Buffer[] = [];
  let offset = 0;
  for (const { name, content, mode = 0o100644 } of items) {
    const data = Buffer.from(content);
    const packed = deflateRawSync(data);
    const path = Buffer.from(name);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(0x0800, 2);
    common.writeUInt16LE(8, 4);
    common.writeUInt32LE(crc32(data), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(data.length, 18);
    common.writeUInt16LE(path.length, 22);
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004', 'latin1'), common, path, packed]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE((mode << 16) >>> 0, 6);
    rest.writeUInt32LE(offset, 10);
    const madeBy = Buffer.from([20, 3]);
    entries.push(Buffer.concat([Buffer.from('PK\u0001\u0002', 'latin1'), madeBy, common, rest, path]));
    bodies.push(local);
    offset += local.length;
  }
  const directory = Buffer.concat(entries);
  const end = Buffer.alloc(22);
  end.write('PK\u0005\u0006', 'latin1');
  end.writeUInt16LE(items.length, 8);
  end.writeUInt16LE(items.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...bodies, directory, end]);
}
