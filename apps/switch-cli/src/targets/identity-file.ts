import { readCredentials, replaceFile } from '../files/credentials-file';
import { Failure } from '../program/failure';
import { shellWord } from '../program/shell-word';
import { isJsonObject, memberText, withMember, withoutMember } from '../files/json-members';
import { fileCopy, isBlank, type FileCopies, type FileCopy } from './session-format';
import type { Target } from './target';

/** The member that says whose the session is, as JSON text; null without one. */
export function identityMember({ identity }: Target, { identity: copy }: FileCopies): string | null {
  const text = copy?.text ?? '';
  return identity !== undefined && isJsonObject(text) ? memberText(text, identity.member) : null;
}

/** A file with that member alone. */
export function identityCopy({ identity }: Target, member_text: string): FileCopy {
  return fileCopy(withMember('{}', identity?.member ?? '', member_text));
}

/** Gives the member its value, or takes it away. Only for who holds the lock of that file. */
export function writeIdentity(target: Target, member_text: string | null): void {
  const { identity } = target;
  if (identity === undefined) return;
  const copy = readCredentials(identity.file);
  refuseBrokenIdentity(target, copy);
  const text = isBlank(copy) ? '{}' : (copy?.text ?? '');
  if (memberText(text, identity.member) === member_text) return;
  const changed =
    member_text === null
      ? withoutMember(text, identity.member)
      : withMember(text, identity.member, member_text);
  replaceFile(identity.file, changed);
}

/** That file holds the assistant's settings too: it is never replaced as a whole, not even by force. */
export function refuseBrokenIdentity({ identity }: Target, copy: FileCopy | null): void {
  if (isBlank(copy) || isJsonObject(copy?.text ?? '')) return;
  const file = identity?.file ?? '';
  throw new Failure('unsafe_file', `${file} is not a whole JSON object, so nothing was changed.`, [
    'It holds settings of the assistant and is never replaced, also not with --force. Mend it, or move it away:',
    `mv ${shellWord(file)} ${shellWord(`${file}.broken`)}   (the assistant then makes a new one)`,
  ]);
}
