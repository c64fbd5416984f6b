import { basename, dirname } from 'node:path';
import { readCredentials, removeFile, replaceFile, sweepTemporaryFiles } from '../files/credentials-file';
import { identityCopy, identityMember, refuseBrokenIdentity, writeIdentity } from './identity-file';
import { isJsonObject } from '../files/json-members';
import { makeFolder } from '../files/safe-folder';
import { decide, type Decision, type IncomingSession } from '../switching/decision';
import type { Journal, StateEntry, StateFolder, Version } from '../state/state-folder';
import { bytesOf } from '../state/state-folder';
import { fileCopy, isBlank, type FileCopies, type FoundSession, type LocalSession } from './session-format';
import type { Target } from './target';
import type { ToolLocks } from '../state/tool-locks';

/** The files of a target and what is remembered of them. Changing them needs the locks: see `withFiles()`. */
export class TargetFiles {
  constructor(
    readonly target: Target,
    readonly state: StateFolder,
    readonly locks: ToolLocks,
    private readonly now: () => Date,
  ) {}

  copies(): FileCopies {
    const { main_file, identity } = this.target;
    return {
      main: readCredentials(main_file),
      identity: identity === undefined ? null : readCredentials(identity.file),
    };
  }

  read(): LocalSession {
    return this.target.format.read(this.copies());
  }

  /** What may happen to what is in the files. */
  decide(incoming: IncomingSession | null): Decision {
    const local = this.read();
    const known_owners = local.kind === 'session' ? this.knownOwners(local) : [];
    return decide({ local, entry: this.state.readEntry(), incoming, known_owners });
  }

  /** The accounts for which exactly this session was written here before. */
  knownOwners({ sha256 }: FoundSession): string[] {
    const entries = this.state.versions().map((version) => version.entry);
    return entries.flatMap((entry) => (entry?.sha256 === sha256 ? [entry.account_id] : []));
  }

  /** Takes note of whose session lies there, if that is news. */
  remember(entry: StateEntry): void {
    const known = this.state.readEntry();
    const names = ['account_id', 'account_name', 'session_version', 'sha256', 'identity'] as const;
    if (names.some((name) => known?.[name] !== entry[name])) this.state.writeEntry(entry);
  }

  /** Takes the assistant's locks, and finishes a write that was killed, or takes note that it had not begun. */
  async hold(): Promise<void> {
    const { main_file, identity, folder, locks } = this.target;
    makeFolder(folder);
    await this.locks.hold(locks);
    for (const file of [main_file, identity?.file]) {
      if (file !== undefined) sweepTemporaryFiles(dirname(file), basename(file));
    }
    await this.heal();
  }

  private async heal(): Promise<void> {
    const journal = this.state.readJournal();
    if (journal === null) return;
    const local = this.read();
    const sha256 = local.kind === 'session' ? local.sha256 : null;
    if (journal.is_main_written || sha256 === journal.sha256_after) {
      await writeIdentity(this.target, this.locks, journal.identity_member);
      this.state.writeEntry(journal.entry);
    } else if (sha256 !== journal.sha256_before) {
      // The assistant has renewed its tokens since, and which account's they are cannot be told any more.
      const entry = this.state.readEntry();
      if (entry !== null) this.state.writeEntry({ ...entry, identity: null });
    }
    this.state.removeJournal();
  }

  /** Puts a session of the panel into the files. */
  async write(document: string, entry: StateEntry): Promise<void> {
    const { format } = this.target;
    const { main } = this.copies();
    await this.replace(format.mainWith(document, main), format.identityMember(document), entry);
  }

  /** The newest version that is not what is there now. */
  versionToRestore(): Version | null {
    const now = this.copies();
    const member = identityMember(this.target, now);
    const isThere = (version: Version) =>
      now.main !== null && bytesOf(version).equals(now.main.bytes) && version.identity_member === member;
    return this.state.versions().find((version) => !isThere(version)) ?? null;
  }

  /** Puts back what a version holds. */
  async restore(version: Version): Promise<void> {
    const { format } = this.target;
    const kept: FileCopies = {
      main: { bytes: bytesOf(version), text: version.encoding === 'utf8' ? version.main : null },
      identity: version.identity_member === null ? null : identityCopy(this.target, version.identity_member),
    };
    const session = format.read(kept);
    const { main: present } = this.copies();
    const main = isJsonObject(present?.text ?? '') ? present : kept.main;
    let content: string | Buffer | null = bytesOf(version);
    if (session.kind === 'session') content = format.mainWith(session.document, main);
    else if (session.kind === 'none' && this.target.kind === 'claude-code')
      content = format.mainWithout(main);
    await this.replace(content, version.identity_member, version.entry);
  }

  /** The version is saved first; the journal tells the next run how far a killed one came. */
  private async replace(
    main: string | Buffer | null,
    identity_member: string | null,
    entry: StateEntry | null,
  ): Promise<void> {
    const before = this.copies();
    refuseBrokenIdentity(this.target, before.identity);
    const member_before = identityMember(this.target, before);
    if (before.main !== null && !isBlank(before.main)) {
      this.state.saveVersion(before.main, member_before, this.state.readEntry(), this.now());
    }
    const journal: Journal = {
      entry,
      identity_member,
      sha256_before: sha256Of(this.target.format.read(before)),
      sha256_after: sha256Of(
        this.target.format.read({ ...before, main: main === null ? null : fileCopy(main.toString()) }),
      ),
      is_main_written: false,
    };
    this.state.writeJournal(journal);
    if (main === null) removeFile(this.target.main_file);
    else replaceFile(this.target.main_file, main);
    this.state.writeJournal({ ...journal, is_main_written: true });
    await writeIdentity(this.target, this.locks, identity_member);
    this.state.writeEntry(entry);
    this.state.removeJournal();
  }
}

function sha256Of(local: LocalSession): string | null {
  return local.kind === 'session' ? local.sha256 : null;
}
