/** Another process that writes: it opens a file, says so, and replaces a passage once it is told to. */

import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { AbilityError } from '../../../../../src/sidecar/abilities/ability.js';
import { ContentWriter } from '../../../../../src/sidecar/content/write/writer.js';
import { openStorage } from '../../../../../src/storage/open.js';
import { writerConfig } from './writer-config.js';

const [folder = '', key = '', old = '', fresh = ''] = process.argv.slice(2);
const storage = await openStorage(join(folder, 'svc.db'));
const config = writerConfig(folder);
const writer = new ContentWriter({ config, folder, storage, now: () => 1000, logError: () => undefined });
const open = await writer.openFile(writer.folderOf(0), key);
process.stdout.write('open\n');
for await (const _ of createInterface({ input: process.stdin })) {
  const body = open.file.body.replace(old, fresh);
  try {
    const id = await writer.save(
      open,
      { id: 1, title: 'Tea' },
      { ...open.file, body },
      { userId: 1, subject: 'x' },
    );
    process.stdout.write(`saved ${id}\n`);
  } catch (error) {
    process.stdout.write(`${error instanceof AbilityError ? error.code : String(error)}\n`);
  }
  break;
}
await storage.close();
process.exit(0);
