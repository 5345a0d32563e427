import { hash } from 'node:crypto';
import { lstatSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire, type Module } from 'node:module';
import { arch, tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cachedDataVersionTag, setFlagsFromString } from 'node:v8';
import { Script } from 'node:vm';
import { crc32 } from 'node:zlib';

/** Where V8 notes in compiled code which flags it had; in that of Node.js 20, which does not change any more. */
const FLAGS = { from: 12, to: 16 };

/** Behind the code, since V8 runs whatever it is given. */
const CHECKSUM = 4;

const EXTENSION = '.cjs';

/** Not from `program-files.ts`, with which most of the program would be loaded before it can be kept. */
const PROGRAM = fileURLToPath(new URL('../', import.meta.url));

/** What is bound in a module of CommonJS, in this order. */
const BOUND = ['exports', 'require', 'module', '__filename', '__dirname'];

type Run = (...bound: readonly unknown[]) => void;

interface Loaded {
  readonly script: Script;
  /** The file of its compiled code. */
  readonly path: string;
}

/**
 * Keeps what is compiled of this program's files, so that a later run need not compile them again: Node.js does it by
 * itself from 22.1 on, and is asked in the same words, `NODE_COMPILE_CACHE` and `NODE_DISABLE_COMPILE_CACHE`.
 * Functions are compiled when they are first called, so code is kept at the end of a run; if one file had to be
 * compiled then that of all, since more of their functions have been called by now.
 * @see https://nodejs.org/api/module.html#module-compile-cache
 */
export function keepCompiled(): void {
  const folder = cacheFolder(process.env);
  if (folder === undefined) return;
  // Before any flag is set here, which V8 takes for those of another program.
  const runtime = `${process.version} ${arch()} ${cachedDataVersionTag()}`;
  const loaded: Loaded[] = [];
  let isComplete = true;
  const { extensions } = createRequire(import.meta.url);
  const runPlain = extensions['.js'];
  extensions[EXTENSION] = (module, file) => {
    const source = file.startsWith(PROGRAM) ? readFileSync(file, 'utf8') : undefined;
    // Node.js 20 warns whoever reads the output when what has been kept imports something.
    if (source === undefined || source.includes('import(')) return runPlain(module, file);
    const path = join(
      folder,
      `${basename(file, EXTENSION)}-${hash('sha256', runtime + source).slice(0, 32)}`,
    );
    const cachedData = read(path);
    const script = new Script(`(function (${BOUND.join()}) {${source}\n})`, { filename: file, cachedData });
    loaded.push({ script, path });
    if (isComplete && (cachedData === undefined || script.cachedDataRejected)) {
      isComplete = false;
      // What has not run for a while would be thrown away, and not be there at the end.
      setFlagsFromString('--no-flush-bytecode');
    }
    run(script, module as Module, file);
  };
  process.on('exit', () => {
    if (!isComplete) for (const { script, path } of loaded) write(path, script.createCachedData());
  });
}

function run(script: Script, module: Module, file: string): void {
  const start = script.runInThisContext() as Run;
  start.call(module.exports, module.exports, createRequire(file), module, file, dirname(file));
}

/** A folder that nobody else can write to, since what lies in it is run; undefined if there can be none. */
function cacheFolder(env: NodeJS.ProcessEnv): string | undefined {
  // Code that has been kept is told less precisely what of it has run.
  if (env['NODE_DISABLE_COMPILE_CACHE'] || env['NODE_V8_COVERAGE']) return undefined;
  const user = process.getuid?.();
  const folder = join(env['NODE_COMPILE_CACHE'] || tmpdir(), `svc-compile-cache-${user ?? 'user'}`);
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const { uid, mode } = lstatSync(folder);
    const isOwn = user === undefined || (uid === user && (mode & 0o077) === 0);
    return isOwn ? folder : undefined;
  } catch {
    return undefined;
  }
}

function read(path: string): Buffer | undefined {
  let file: Buffer;
  try {
    file = readFileSync(path);
  } catch {
    return undefined;
  }
  const end = file.length - CHECKSUM;
  if (end < FLAGS.to || crc32(file.subarray(0, end)) !== file.readUInt32LE(end)) return undefined;
  // This program sets flags while it runs, none of which changes how code is compiled.
  new Script('').createCachedData().copy(file, FLAGS.from, FLAGS.from, FLAGS.to);
  return file.subarray(0, end);
}

/** Without it the next run only takes longer. */
function write(path: string, code: Buffer): void {
  const checksum = Buffer.alloc(CHECKSUM);
  checksum.writeUInt32LE(crc32(code));
  const temporary = `${path}.${process.pid}`;
  try {
    writeFileSync(temporary, Buffer.concat([code, checksum]), { mode: 0o600, flag: 'wx' });
    renameSync(temporary, path);
  } catch {
    rmSync(temporary, { force: true });
  }
}
