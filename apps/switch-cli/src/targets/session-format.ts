import { createHash } from 'node:crypto';
import { missingInSession, ownerOfSession } from '@groupless/shared-dto/session-documents';
import { isObject } from '../files/foreign-json';

/** A file as it lies there. */
export interface FileCopy {
  bytes: Buffer;
  /** Null if the bytes are no UTF-8. */
  text: string | null;
}

/** The files of a target, null where there is none. */
export interface FileCopies {
  main: FileCopy | null;
  /** The second file, in which some assistants note whose session it is. */
  identity: FileCopy | null;
}

/** What the files of a target hold. */
export type LocalSession =
  /** No file, or nothing in it that could be lost. */
  | { kind: 'none' }
  /** Which of the two files cannot be read, and why. */
  | { kind: 'unreadable'; file: keyof FileCopies; why: string }
  | FoundSession;

export interface FoundSession {
  kind: 'session';
  /** The session as the panel stores it. */
  document: string;
  /** SHA-256 of the credentials in it. */
  sha256: string;
  /** The provider's ids of whose it is, if the files tell: the person's, and after a slash the organisation's. */
  identity: string | null;
  /** The owner's address and organisation, if the files tell: for messages only. */
  owner: string | null;
  /** SHA-256 of the refresh token, or of the access token where there is none. */
  token_sha256: string | null;
  /** What the credentials say of the subscription; it differs between many accounts. */
  plan: string | null;
  /** Grows with each renewal of the tokens, if the session tells: milliseconds since 1970. */
  renewed_ms: number | null;
  /** When the access token ends, if the session tells: milliseconds since 1970. */
  expires_ms: number | null;
  /** When the session cannot be renewed any more, if it tells: milliseconds since 1970. */
  ends_ms: number | null;
  /** Whether it has all that it takes to use it: a log-out leaves remains. */
  is_complete: boolean;
}

/** How an assistant keeps a session in its files. Knows nothing of disks: texts in, texts out. */
export interface SessionFormat {
  read(files: FileCopies): LocalSession;
  /** Why a document of the panel is no session of this assistant, or null. */
  faultOf(document: string): string | null;
  /** The text of the main file with the session in it; what else is there stays. */
  mainWith(document: string, main: FileCopy | null): string;
  /** The text of the main file without a session; null if nothing else was in it. */
  mainWithout(main: FileCopy | null): string | null;
  /** The member of the second file that goes with the session, as JSON text. */
  identityMember(document: string): string | null;
}

export const ABSENT: FileCopies = { main: null, identity: null };

export function fileCopy(text: string): FileCopy {
  return { bytes: Buffer.from(text), text };
}

export function isBlank(file: FileCopy | null): boolean {
  return file === null || file.text?.trim() === '';
}

export function numberOrNull(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}

export function textOrNull(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

export function sha256Of(text: string | null): string | null {
  return text === null ? null : createHash('sha256').update(text).digest('hex');
}

/** The provider's ids of whose session a document is: the person's, and after a slash the organisation's. */
export function identityOf(document: unknown): string | null {
  const owner = isObject(document) ? ownerOfSession(document) : null;
  return owner && [owner.id, owner.part].filter((id) => id !== null).join('/');
}

/** Whether a document has all that its tool needs. */
export function isCompleteSession(tool: 'claude_code' | 'codex', document: unknown): boolean {
  return isObject(document) && missingInSession(tool, document).length === 0;
}

/** Whether two identities name the same account. A person may have one in several organisations. */
export function isSameIdentity(one: string, other: string): boolean {
  const [person, organisation] = one.split('/');
  const [otherPerson, otherOrganisation] = other.split('/');
  if (person !== otherPerson) return false;
  return organisation === undefined || otherOrganisation === undefined || organisation === otherOrganisation;
}
