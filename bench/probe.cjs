// Loaded into a measured process with --require, which costs it less than a module would. Tells its parent, over the
// fourth channel, when the source named in BENCH_SOURCE was first opened and how much memory was resident at most.
const fs = require('node:fs');
const { syncBuiltinESMExports } = require('node:module');
const { isMainThread } = require('node:worker_threads');

const source = process.env.BENCH_SOURCE ?? '';
let firstRead;

for (const [owner, name] of [
  [fs, 'openSync'],
  [fs, 'readdirSync'],
  [fs, 'readdir'],
  [fs.promises, 'open'],
]) {
  const original = owner[name];
  owner[name] = function (path, ...rest) {
    if (firstRead === undefined && source !== '' && String(path).startsWith(source)) {
      firstRead = performance.timeOrigin + performance.now();
    }
    return original.call(this, path, ...rest);
  };
}
syncBuiltinESMExports();

process.on('exit', () => {
  // Worker threads load this as well; what they take counts for the process.
  if (!isMainThread) return;
  const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
  const report = { firstRead, maxRss: maxRSS * 1024, cpu: (userCPUTime + systemCPUTime) / 1e6 };
  fs.writeSync(3, JSON.stringify(report));
});
