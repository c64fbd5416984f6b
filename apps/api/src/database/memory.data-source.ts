import { AssistantPerson } from '../memory/records/people/assistant-person.entity';
import { AssistantProject } from '../memory/records/projects/assistant-project.entity';
import { AssistantSession } from '../memory/records/sessions/assistant-session.entity';
import { AssistantState } from '../memory/records/state/assistant-state.entity';
import { AssistantTask } from '../memory/records/tasks/assistant-task.entity';
import { ChatMessage } from '../memory/chats/chat-message.entity';
import { Chat } from '../memory/chats/chat.entity';
import { CreateMemoryTables1795132800000 } from './migrations/memory/1795132800000-create-memory-tables';
import { CreateSearch1795132820000 } from './migrations/memory/1795132820000-create-search';
import { IndexMemoryLists1795132830000 } from './migrations/memory/1795132830000-index-memory-lists';
import { ExtendChats1795132840000 } from './migrations/memory/1795132840000-extend-chats';
import { IndexDashboard1795132990000 } from './migrations/memory/1795132990000-index-dashboard';

/** The name under which Nest knows the second data source. */
export const MEMORY = 'memory';

export const MEMORY_ENTITIES = [
  AssistantSession,
  AssistantState,
  AssistantTask,
  AssistantProject,
  AssistantPerson,
  ChatMessage,
  Chat,
] as const;

export const MEMORY_MIGRATIONS = [
  CreateMemoryTables1795132800000,
  CreateSearch1795132820000,
  IndexMemoryLists1795132830000,
  ExtendChats1795132840000,
  IndexDashboard1795132990000,
] as const;
