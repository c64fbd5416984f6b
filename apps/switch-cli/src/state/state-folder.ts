import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { replaceFile, sweepTemporaryFiles } from '../files/credentials-file';
import type { FileCopy } from '../targets/session-format';
import type { Target } from '../targets/target';

const KEPT_VERSIONS = 10;

/** What is remembered of the last write to a target, or the last capture from it. */
export interface StateEntry {
  account_id: string;
  account_name: string;
  /** The panel's version of what lies in the file. */
  session_version: number | null;
  /** Of the credentials in the file. */
  sha256: string;
  identity: string | null;
  /** Whether the panel's session did not tell the identity, and the assistant wrote it into its file later. */
  is_identity_learned?: boolean;
  owner?: string | null;
  token_sha256?: string | null;
  plan?: string | null;
  renewed_ms: number | null;
  expires_ms?: number | null;
  written_at: string;
  /** The credentials. Missing in what earlier versions wrote. */
  file?: string | undefined;
  /** SHA-256 of a document that is on its way to the panel: whether it arrived is not known yet. */
  sending?: string;
}

/** A write that has begun: the next run finishes it, or finds that it has not happened. */
export interface Journal {
  /** Of the target. Missing in journals of earlier versions. */
  named?: Target['named'];
  entry: StateEntry | null;
  /** JSON text of the member of the second file; null takes it away. */
  identity_member: string | null;
  /** Of the credentials before and after; null where there are none. */
  sha256_before: string | null;
  sha256_after: string | null;
  /** Whether the credentials are in their place. */
  is_main_written: boolean;
  /** The credentials before, to undo the write; null: there was no file. Missing in journals of earlier versions. */
  main_before?: { text: string; encoding: Version['encoding'] } | null;
  /** The member of the second file before. */
  identity_before?: string | null;
  entry_before?: StateEntry | null;
}

/** The files as they were before a write. */
export interface Version {
  number: number;
  saved_at: string;
  entry: StateEntry | null;
  main: string;
  encoding: 'utf8' | 'base64';
  /** JSON text of the member of the second file. */
  identity_member: string | null;
}

/** The small files, all 0600, that remember what was done to one target. */
export class StateFolder {
  /** @param main_file of the target, for who writes */
  constructor(
    readonly path: string,
    private readonly main_file?: string,
  ) {}

  get lockFile(): string {
    return join(this.path, 'lock');
  }
  get versionsFolder(): string {
    return join(this.path, 'versions');
  }
  get toolLocksFile(): string {
    return join(this.path, 'tool-locks.json');
  }

  /** Removes what killed runs left. Only for who holds the lock. */
  sweep(): void {
    for (const folder of [this.path, this.versionsFolder]) sweepTemporaryFiles(folder);
  }

  /** Null where nothing is remembered; a broken file remembers nothing, which makes later steps careful. */
  readEntry(): StateEntry | null {
    return read(join(this.path, 'state.json')) as StateEntry | null;
  }

  writeEntry(entry: StateEntry | null): void {
    const file = join(this.path, 'state.json');
    if (entry === null) rmSync(file, { force: true });
    else replaceFile(file, `${JSON.stringify({ ...entry, file: this.main_file }, null, 2)}\n`);
  }

  readJournal(): Journal | null {
    return read(join(this.path, 'journal.json')) as Journal | null;
  }

  writeJournal(journal: Journal): void {
    replaceFile(join(this.path, 'journal.json'), JSON.stringify(journal));
  }

  removeJournal(): void {
    rmSync(join(this.path, 'journal.json'), { force: true });
  }

  /** Keeps what is about to be replaced, and the last versions before it. A version that is there already counts once. */
  saveVersion(main: FileCopy, identityMember: string | null, entry: StateEntry | null, now: Date): void {
    const { text, encoding } = keptText(main);
    const [newest] = this.versions();
    const isKept = newest?.main === text && newest.identity_member === identityMember;
    const number = (newest?.number ?? 0) + (isKept ? 0 : 1);
    const savedAt = now.toISOString();
    const version: Version = {
      number,
      saved_at: savedAt,
      entry,
      encoding,
      main: text,
      identity_member: identityMember,
    };
    replaceFile(this.versionFile(number), `${JSON.stringify(version, null, 2)}\n`);
    for (const old of this.versionNumbers().slice(0, -KEPT_VERSIONS))
      rmSync(this.versionFile(old), { force: true });
  }

  /** The newest first. */
  versions(): Version[] {
    return this.versionNumbers()
      .toReversed()
      .map((number) => read(this.versionFile(number)) as Version | null)
      .filter((version) => version !== null);
  }

  private versionNumbers(): number[] {
    if (!existsSync(this.versionsFolder)) return [];
    return readdirSync(this.versionsFolder)
      .filter((name) => /^\d+\.json$/.test(name))
      .map((name) => Number.parseInt(name, 10))
      .sort((one, other) => one - other);
  }

  private versionFile(number: number): string {
    return join(this.versionsFolder, `${String(number).padStart(6, '0')}.json`);
  }
}

/** A file's content in JSON: as text where it is one. */
export function keptText(main: FileCopy): Pick<Version, 'encoding'> & { text: string } {
  const encoding = main.text === null ? 'base64' : 'utf8';
  return { text: main.bytes.toString(encoding), encoding };
}

/** The bytes of the main file that a version holds. */
export function bytesOf({ main, encoding }: Pick<Version, 'main' | 'encoding'>): Buffer {
  return Buffer.from(main, encoding);
}

function read(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return null;
  }
}
