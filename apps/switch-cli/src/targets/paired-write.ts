import { isJsonObject } from '../files/json-members';
import { isMountPoint } from '../files/mount-points';
import { fileFailure } from '../files/safe-folder';
import { Failure } from '../program/failure';
import { plain } from '../program/plain-text';
import { shellWord } from '../program/shell-word';
import { bytesOf, keptText, type Journal, type StateEntry, type StateFolder } from '../state/state-folder';
import type { ToolLocks } from '../state/tool-locks';
import { isDeepStrictEqual } from 'node:util';
import { readCredentials } from '../files/credentials-file';
import { identityMember, refuseBrokenIdentity, writeIdentity } from './identity-file';
import { fileCopy, isBlank, type FileCopies, type LocalSession } from './session-format';
import type { Target } from './target';

/**
 * Writes the credentials and their owner, which lie in two files, as one: both or none. No step between the two files
 * waits, so a signal that can be caught comes before them or after them; a journal tells the next run how far one came that
 * was killed; a step that fails undoes the ones before it.
 */
export class PairedWrite {
  constructor(
    private readonly target: Target,
    private readonly state: StateFolder,
    private readonly locks: ToolLocks,
    private readonly now: () => Date,
  ) {}

  copies(): FileCopies {
    const { store, identity } = this.target;
    return {
      main: store.read(),
      identity: identity === undefined ? null : readCredentials(identity.file),
    };
  }

  replace(
    main: string | Buffer | null,
    identity_member: string | null,
    entry: StateEntry | null,
  ): Promise<void> {
    return this.locked(() => this.replaceNow(main, identity_member, entry));
  }

  /**
   * Finishes a write that was killed, or takes note that it had not begun. One that cannot be finished is undone.
   * @param own.isRestoring whether what can be neither finished nor undone may be replaced
   * @returns whether it was undone
   */
  async settle(own: { isRestoring: boolean }): Promise<boolean> {
    const journal = this.state.readJournal();
    return journal !== null && this.locked(() => this.settleNow(journal, own));
  }

  /** Under the lock of the second file, which the assistant writes often: held for these steps alone. */
  private async locked<T>(steps: () => T): Promise<T> {
    const { identity } = this.target;
    if (identity === undefined) return steps();
    await this.locks.hold([identity.lock]);
    try {
      return steps();
    } finally {
      await this.locks.release(identity.lock.path);
    }
  }

  private replaceNow(
    main: string | Buffer | null,
    identity_member: string | null,
    entry: StateEntry | null,
  ): void {
    const before = this.copies();
    refuseBrokenIdentity(this.target, before.identity);
    const identity_before = identityMember(this.target, before);
    if (before.main !== null && !isBlank(before.main)) {
      this.state.saveVersion(before.main, identity_before, this.state.readEntry(), this.now());
    }
    const after = { ...before, main: main === null ? null : fileCopy(main.toString()) };
    const journal: Journal = {
      named: this.target.named,
      entry,
      identity_member,
      sha256_before: sha256Of(this.target.format.read(before)),
      sha256_after: sha256Of(this.target.format.read(after)),
      is_main_written: false,
      main_before: before.main && keptText(before.main),
      identity_before,
      entry_before: this.state.readEntry(),
    };
    this.state.writeJournal(journal);
    this.orUndo(journal, () => {
      this.target.store.write(main);
      this.state.writeJournal({ ...journal, is_main_written: true });
      this.finish(journal);
    });
    this.state.removeJournal();
  }

  private settleNow(journal: Journal, { isRestoring }: { isRestoring: boolean }): boolean {
    const sha256 = this.presentSha256();
    const isSame = journal.sha256_before === journal.sha256_after;
    const isUndoing = journal.is_main_written && !isSame && sha256 === journal.sha256_before;
    const isBegun = !isUndoing && (journal.is_main_written || sha256 === journal.sha256_after);
    // A run that was killed while it put the first file back.
    if (isUndoing && !this.isUndone(journal) && !isRestoring) throw this.halfUndone();
    try {
      if (isBegun) this.orUndo(journal, () => this.finish(journal));
    } catch (failure) {
      if (!isRestoring || !(failure instanceof Failure)) throw failure;
      if (failure.code !== 'half_written') return true;
      this.state.writeEntry(journal.entry);
    }
    if (!isBegun && !isUndoing && sha256 !== journal.sha256_before) {
      // The assistant has renewed its tokens since, and which account's they are cannot be told any more.
      const entry = this.state.readEntry();
      if (entry !== null) this.state.writeEntry({ ...entry, identity: null });
    }
    this.state.removeJournal();
    return false;
  }

  private finish({ identity_member, entry }: Journal): void {
    writeIdentity(this.target, identity_member);
    this.state.writeEntry(entry);
  }

  private orUndo(journal: Journal, work: () => void): void {
    try {
      work();
    } catch (error) {
      const failure = this.failureOf(error);
      if (!this.isUndone(journal)) throw this.halfWritten(journal, failure);
      this.state.removeJournal();
      throw this.explained(failure);
    }
  }

  /** Puts both files back as they were; not where the assistant has renewed the tokens meanwhile. */
  private isUndone({ sha256_before, sha256_after, ...journal }: Journal): boolean {
    const { main_before: main, identity_before } = journal;
    if (main === undefined || identity_before === undefined) return false;
    try {
      const present = this.presentSha256();
      if (present !== sha256_after && present !== sha256_before) return false;
      if (present !== sha256_before)
        this.target.store.write(main && bytesOf({ main: main.text, encoding: main.encoding }));
      if (this.hasNewOwner(journal)) writeIdentity(this.target, identity_before);
      const { entry_before = null } = journal;
      if (!isDeepStrictEqual(this.state.readEntry(), entry_before)) this.state.writeEntry(entry_before);
      return true;
    } catch (error) {
      this.failureOf(error);
      return false;
    }
  }

  /** What the file system refuses, as a Failure; a fault of this program is thrown on. */
  private failureOf(error: unknown): Failure {
    if (error instanceof Failure) return error;
    const { code, syscall } = error as NodeJS.ErrnoException;
    if (code === undefined || (syscall === undefined && !/^E[A-Z]+$/.test(code))) throw error;
    return fileFailure(this.target.main_file, 'switched', error);
  }

  /** A file that is no JSON is not as we write it: there is nothing of ours to take back. */
  private hasNewOwner({ identity_member, identity_before }: Partial<Journal>): boolean {
    const copies = this.copies();
    if (identity_member === identity_before || !isJsonObject(copies.identity?.text ?? '')) return false;
    return identityMember(this.target, copies) === identity_member;
  }

  private presentSha256(): string | null {
    return sha256Of(this.target.format.read(this.copies()));
  }

  private explained(failure: Failure): Failure {
    const file = this.target.identity?.file;
    if (file === undefined || !isMountPoint(file)) return failure;
    const next = `${file} is mounted as a single file, so nothing can be renamed into its place: mount its folder.`;
    return new Failure(failure.code, failure.message, [...failure.next, next], failure.exit_code);
  }

  /** Named in any case: what was used last may be another one. */
  private get option(): string {
    return ` --target ${shellWord(this.target.named.target)}`;
  }

  private halfUndone(): Failure {
    const { identity } = this.target;
    return new Failure(
      'half_written',
      `A switch was taken back, but ${identity?.file ?? 'its second file'} cannot be changed and still names the other account.`,
      [`Let that file be written, and run this again. Or: assistant-switch restore${this.option}`],
    );
  }

  private halfWritten({ entry }: Journal, { message }: Failure): Failure {
    const { main_file, identity } = this.target;
    const whose = entry === null ? 'no account' : plain(entry.account_name);
    const other = identity === undefined ? 'what is remembered of it' : identity.file;
    return new Failure(
      'half_written',
      `${main_file} holds the session of ${whose} now, but ${other} does not say so: ${message}`,
      [
        `Put that right and run assistant-switch sync${this.option}: it finishes the switch.`,
        `Or go back to the session before: assistant-switch restore${this.option}`,
      ],
    );
  }
}

function sha256Of(local: LocalSession): string | null {
  return local.kind === 'session' ? local.sha256 : null;
}
