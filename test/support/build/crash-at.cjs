// Loaded into the program with --require. Counts what it changes in the file system; before the change number
// CRASH_AT the process kills itself, with half of what it was about to write. CRASH_COUNT names a file for the count.
const fs = require('node:fs');
const { syncBuiltinESMExports } = require('node:module');

const moment = Number(process.env.CRASH_AT ?? 0);
let count = 0;

/** What each change leaves when it is torn in the middle. */
const CHANGES = {
  writeFileSync: (write, [target, data]) => write(target, data.slice(0, data.length / 2)),
  writeSync: (write, [handle, data]) => write(handle, data.slice(0, data.length / 2)),
  copyFileSync: undefined,
  mkdirSync: undefined,
  renameSync: undefined,
  rmdirSync: undefined,
  rmSync: undefined,
  unlinkSync: undefined,
};

for (const [name, tear] of Object.entries(CHANGES)) {
  const original = fs[name];
  fs[name] = (...args) => {
    count += 1;
    if (count === moment) {
      tear?.(original, args);
      process.kill(process.pid, 'SIGKILL');
    }
    return original(...args);
  };
}
syncBuiltinESMExports();

const { writeFileSync } = fs;
process.on('exit', () => {
  if (process.env.CRASH_COUNT) writeFileSync(process.env.CRASH_COUNT, String(count));
});
