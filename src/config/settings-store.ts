import { existsSync } from 'node:fs';
import { readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileProblem, SvcError } from '../core/errors.js';
import { withLock } from '../core/file-lock.js';
import { replaceFile } from '../core/files.js';
import { isObject } from '../core/json.js';
import type { Warnings } from '../core/warnings.js';
import type { Hooks } from './hooks/hooks.js';
import { parseJsonText, utf8Text } from './parse.js';
import { type Settings, withVetoes } from './settings.js';
import {
  layOver,
  type StoredSettings,
  serialiseSettings,
  settingsProblems,
  settingsToStore,
} from './settings-merge.js';

/** Name of the settings file, beside the configuration. */
export const SETTINGS_FILE = 'svc.settings.json';

/** The store of the settings, shared by build and sidecar. */
export interface SettingsStore {
  /**
   * The effective settings: stored over the base, then changed by plugins.
   * @throws SvcError `SVC_SETTINGS_INVALID` when the store cannot be read
   */
  read(): Promise<Settings>;
  /**
   * The settings that a change starts from: without the changes that plugins make at run time, which would
   * otherwise be stored for good.
   */
  readForChange(): Promise<Settings>;
  /**
   * Stores settings that `sanitiseSettings` returned.
   * @param input what the user sent, for plugins
   * @returns what was stored
   * @throws SvcError `SVC_SETTINGS_INVALID` when the store cannot be read or written
   */
  write(settings: Settings, input?: unknown): Promise<Settings>;
  /**
   * Changes settings in one step: no concurrent change is lost, whichever process makes it.
   * @param change from the settings of `readForChange` to those to store
   * @returns what was stored
   */
  update(change: (current: Settings) => Settings, input?: unknown): Promise<Settings>;
  /** Forgets every stored setting and returns those of a new site. */
  reset(): Promise<Settings>;
  /** A text that changes whenever something is stored; cheap to read. */
  stamp(): Promise<string>;
}

/** The location of the stored object. */
export interface SettingsCell {
  read(): Promise<StoredSettings>;
  /**
   * Replaces the object by the result of `change`; no other change comes between.
   * @param change undefined clears the cell
   */
  change(change: (before: StoredSettings) => Promise<StoredSettings | undefined>): Promise<void>;
  stamp(): Promise<string>;
}

/** The base of a store, and its listeners. */
export interface StoreOptions {
  /** Settings of a site that has stored nothing (`baseSettings`). */
  readonly base: Settings;
  /** Called for unknown keys and invalid values. */
  readonly warnings?: Warnings;
  /** Without it nothing is filtered. */
  readonly hooks?: Pick<Hooks, 'apply' | 'run'>;
}

interface FileStoreOptions extends StoreOptions {
  /** The folder of the configuration. */
  readonly folder: string;
}

/** The settings store of a site without a database: one JSON file beside the configuration. */
export function fileSettingsStore({ folder, ...options }: FileStoreOptions): SettingsStore {
  return settingsStore(fileCell(folder), options);
}

/** A settings store over any cell. */
export function settingsStore(cell: SettingsCell, { base, warnings, hooks }: StoreOptions): SettingsStore {
  // A hook may return anything of the right kind: it is merged like any other input.
  const baseNow = async () => layOver(base, (await hooks?.apply('svc_default_settings', base)) ?? {});
  const readForChange = async () => {
    const stored = await cell.read();
    const settings = layOver(await baseNow(), stored);
    warn(warnings, stored, settings);
    return settings;
  };
  const cleaned = async (settings: Settings, input: unknown) => {
    const changed = layOver(settings, (await hooks?.apply('svc_sanitize_settings', settings, input)) ?? {});
    return withVetoes(settings, changed);
  };
  const update: SettingsStore['update'] = async (change, input) => {
    let clean = base;
    await cell.change(async (before) => {
      const now = await baseNow();
      clean = await cleaned(change(layOver(now, before)), input);
      return settingsToStore(before, now, clean);
    });
    return clean;
  };
  return {
    readForChange,
    update,
    stamp: () => cell.stamp(),
    async read() {
      const settings = await readForChange();
      // Plugins don't learn what the owner hides.
      const shown = { ...settings, suppressed_resources: [] };
      return withVetoes(settings, layOver(settings, (await hooks?.apply('svc_settings', shown)) ?? {}));
    },
    write: (settings, input) => update(() => settings, input),
    async reset() {
      await cell.change(async () => undefined);
      const settings = await baseNow();
      await hooks?.run('svc_settings_reset', settings);
      return settings;
    },
  };
}

const LOCK = { patience: 10_000, poll: 10, busy: () => unwritable(), failed: unwritable };

/** The object in a file; concurrent changes wait for each other. */
function fileCell(folder: string): SettingsCell {
  const path = join(folder, SETTINGS_FILE);
  return {
    read: () => readStored(path),
    async change(change) {
      if (!existsSync(folder)) throw unwritable();
      await withLock(`${path}.lock`, LOCK, async () => {
        const after = await change(await readStored(path));
        if (after === undefined) await rm(path, { force: true });
        else
          await replaceFile(path, serialiseSettings(after)).catch((cause) =>
            Promise.reject(unwritable(cause)),
          );
      });
    },
    async stamp() {
      const found = await stat(path).catch(() => undefined);
      return found === undefined ? '' : `${found.mtimeMs} ${found.size} ${found.ino}`;
    },
  };
}

/**
 * The contents of the file; a missing file counts as empty.
 * @throws SvcError `SVC_SETTINGS_INVALID` with line and column for broken JSON
 */
async function readStored(path: string): Promise<StoredSettings> {
  let bytes: Buffer;
  try {
    bytes = await readFile(path);
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return {};
    const message = "the settings file can't be read";
    const fix = 'Check that it is a readable file.';
    throw new SvcError('SVC_SETTINGS_INVALID', message, { file: SETTINGS_FILE, fix, cause });
  }
  const text = utf8Text(bytes, SETTINGS_FILE, 'SVC_SETTINGS_INVALID');
  return storedObject(parseJsonText(text, SETTINGS_FILE, 'SVC_SETTINGS_INVALID').value);
}

function storedObject(value: unknown): StoredSettings {
  if (isObject(value)) return value;
  const message = "the settings file doesn't contain a JSON object";
  const fix = 'Write an object such as {"enable_robots": false}, or delete the file to get the defaults.';
  throw new SvcError('SVC_SETTINGS_INVALID', message, { file: SETTINGS_FILE, line: 1, column: 1, fix });
}

function warn(warnings: Warnings | undefined, stored: StoredSettings, settings: Settings): void {
  for (const problem of settingsProblems(stored, settings)) {
    warnings?.add({ code: 'settings-value', file: SETTINGS_FILE, ...problem });
  }
}

function unwritable(cause?: unknown): SvcError {
  const known = fileProblem(cause);
  const why = known === undefined ? '' : `: ${known.message}`;
  const message = `the settings file can't be written${why}`;
  const fix =
    known?.fix ??
    'Check that its folder exists and is writable, and that no other program has locked the file.';
  return new SvcError('SVC_SETTINGS_INVALID', message, { file: SETTINGS_FILE, fix, cause });
}

/** The listener of a store. */
interface SettingsObserver {
  /** Called after every write. */
  changed(before: Settings, after: Settings): Promise<void>;
  /** Called after a reset, before `changed`. */
  reset?(): Promise<void>;
}

/** A store that notifies a listener of everything that is stored through it. */
export function observedSettings(store: SettingsStore, observer: SettingsObserver): SettingsStore {
  const update: SettingsStore['update'] = async (change, input) => {
    let before: Settings | undefined;
    const after = await store.update((current) => {
      before = current;
      return change(current);
    }, input);
    if (before !== undefined) await observer.changed(before, after);
    return after;
  };
  return {
    ...store,
    update,
    write: (settings, input) => update(() => settings, input),
    async reset() {
      const before = await store.readForChange();
      const after = await store.reset();
      await observer.reset?.();
      await observer.changed(before, after);
      return after;
    },
  };
}
