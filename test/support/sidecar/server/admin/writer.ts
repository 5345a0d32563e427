// Counts up two numbers that belong together, and says each count once it has been stored.
import { openStorage } from '../../../../../src/storage/open.js';
import { readOption, writeOption } from '../../../../../src/storage/tables/options.js';

const storage = await openStorage(process.argv[2] ?? '');
for (;;) {
  const count = await storage.write(async (db) => {
    const next = Number((await readOption(db, 'left'))?.value ?? 0) + 1;
    await writeOption(db, 'left', next);
    await writeOption(db, 'right', next);
    return next;
  });
  process.stdout.write(`${count}\n`);
}
