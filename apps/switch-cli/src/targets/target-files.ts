import { basename, dirname } from 'node:path';
import {
  readCredentials,
  refuseUnwritable,
  sweepLeftBehind,
  sweepTemporaryFiles,
} from '../files/credentials-file';
import { isJsonObject } from '../files/json-members';
import { makeFolder } from '../files/safe-folder';
import { bytesOf } from '../state/state-folder';
import type { Journal, StateEntry, StateFolder, Version } from '../state/state-folder';
import type { ToolLocks } from '../state/tool-locks';
import {
  decide,
  hasTokensOf,
  reasonNotToCapture,
  type Decision,
  type IncomingSession,
  type Refusal,
} from '../switching/decision';
import { identityCopy, identityMember, refuseBrokenIdentity } from './identity-file';
import { PairedWrite } from './paired-write';
import { isSameIdentity, type FileCopies, type FoundSession, type LocalSession } from './session-format';
import type { Target } from './target';

/** The files of a target and what is remembered of them. Changing them needs the locks: see `withFiles()`. */
export class TargetFiles {
  private readonly paired: PairedWrite;

  constructor(
    readonly target: Target,
    readonly state: StateFolder,
    readonly locks: ToolLocks,
    now: () => Date,
  ) {
    this.paired = new PairedWrite(target, state, locks, now);
  }

  copies(): FileCopies {
    return this.paired.copies();
  }

  /** A switch that was begun and not finished, if there is one. */
  unfinished(): Journal | null {
    return this.state.readJournal();
  }

  read(): LocalSession {
    return this.target.format.read(this.copies());
  }

  /** What may happen to what is in the files. */
  decide(incoming: IncomingSession | null): Decision {
    return decide({
      local: this.read(),
      changed_ms: this.target.store.changedMs(),
      entry: this.state.readEntry(),
      incoming,
      earlier: this.earlier(),
    });
  }

  /** Why a session that has changed since `entry` was written may not be captured by itself; null if it may. */
  reasonNotToCapture(local: FoundSession, entry: StateEntry): Refusal | null {
    const changedMs = this.target.store.changedMs();
    return reasonNotToCapture(local, entry, { earlier: this.earlier(), changed_ms: changedMs });
  }

  /** The account other than this one whose tokens these are, if they were written here before. */
  otherOwner(session: FoundSession, account_id: string): StateEntry | null {
    const others = this.earlier().filter((entry) => entry.account_id !== account_id);
    return others.find((entry) => hasTokensOf(session, entry)) ?? null;
  }

  /** What is remembered of the session that is here and of those before it, the newest first. */
  entries(): StateEntry[] {
    const present = this.state.readEntry();
    return [...(present === null ? [] : [present]), ...this.earlier()];
  }

  /** The accounts whose sessions were replaced in that time. */
  replacedBetween(fromMs: number, toMs: number): string[] {
    const isThen = (savedMs: number) => savedMs >= fromMs && savedMs <= toMs;
    return this.state
      .versions()
      .flatMap(({ entry, saved_at }) =>
        entry !== null && isThen(Date.parse(saved_at)) ? [entry.account_id] : [],
      );
  }

  /** What was remembered of the sessions that were replaced here, the newest first. */
  private earlier(): StateEntry[] {
    return this.state.versions().flatMap(({ entry }) => (entry === null ? [] : [entry]));
  }

  /** Takes note of whose session lies there, if that is news. */
  remember(entry: StateEntry): void {
    const known = this.state.readEntry();
    const names = ['account_id', 'account_name', 'session_version', 'sha256', 'identity'] as const;
    if (names.some((name) => known?.[name] !== entry[name])) this.state.writeEntry(entry);
  }

  /** Refuses what a write would refuse, before anything is changed anywhere. */
  refuseUnwritable(): void {
    const { main_file, identity } = this.target;
    refuseUnwritable(main_file);
    if (identity === undefined) return;
    refuseUnwritable(identity.file);
    refuseBrokenIdentity(this.target, readCredentials(identity.file));
  }

  /**
   * Takes the assistant's locks, and finishes a write that was killed, or takes note that it had not begun.
   * @param own.isRestoring what can be neither finished nor undone is left to the restoring, which replaces it
   * @returns whether that write was undone
   */
  async hold(own: { isRestoring?: boolean } = {}): Promise<boolean> {
    const { main_file, identity, folder, locks } = this.target;
    makeFolder(folder);
    await this.locks.hold(locks);
    sweepTemporaryFiles(dirname(main_file), basename(main_file));
    // The other program of this package may be writing this file.
    if (identity !== undefined) sweepLeftBehind(dirname(identity.file), basename(identity.file));
    const isUndone = await this.paired.settle({ isRestoring: own.isRestoring ?? false });
    this.learnIdentity();
    return isUndone;
  }

  /**
   * A session that was pasted into the panel does not tell whose it is. The assistant writes that into its own
   * file when it starts; as long as the tokens are those that were written, it is theirs.
   */
  private learnIdentity(): void {
    const entry = this.state.readEntry();
    if (entry?.identity !== null) return;
    const local = this.read();
    if (local.kind !== 'session' || local.sha256 !== entry.sha256 || local.identity === null) return;
    const { identity, owner } = local;
    const isOfAnother = this.earlier().some(
      (other) =>
        other.account_id !== entry.account_id &&
        other.identity !== null &&
        isSameIdentity(other.identity, identity),
    );
    if (!isOfAnother) this.state.writeEntry({ ...entry, identity, owner, is_identity_learned: true });
  }

  /** Puts a session of the panel into the files. */
  async write(document: string, entry: StateEntry): Promise<void> {
    const { format } = this.target;
    const { main } = this.copies();
    await this.paired.replace(format.mainWith(document, main), format.identityMember(document), entry);
  }

  /** The versions that are not what is there now, the newest first. */
  versionsToRestore(): Version[] {
    const now = this.copies();
    const member = identityMember(this.target, now);
    const isThere = (version: Version) =>
      now.main !== null && bytesOf(version).equals(now.main.bytes) && version.identity_member === member;
    return this.state.versions().filter((version) => !isThere(version));
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
    await this.paired.replace(content, version.identity_member, version.entry);
  }
}
