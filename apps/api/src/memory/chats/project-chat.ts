import { ownIdentity } from '../records/projects/identities/identity';
import { PROJECT_CHATS } from '../readers/reader';

/** The id of a chat as it is stored: one about a project has the project's identity in it. Others stay as they are. */
export function projectChat(sent: string): string {
  if (!sent.startsWith(PROJECT_CHATS)) return sent;
  return `${PROJECT_CHATS}${ownIdentity(sent.slice(PROJECT_CHATS.length), null)}`;
}
