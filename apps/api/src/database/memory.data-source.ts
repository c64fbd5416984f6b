import { CreateMemoryTables1795132800000 } from './migrations/memory/1795132800000-create-memory-tables';
import { CreateSearch1795132820000 } from './migrations/memory/1795132820000-create-search';
import { IndexMemoryLists1795132830000 } from './migrations/memory/1795132830000-index-memory-lists';
import { ExtendChats1795132840000 } from './migrations/memory/1795132840000-extend-chats';
import { IndexDashboard1795132990000 } from './migrations/memory/1795132990000-index-dashboard';
import { IndexWaitingReplies1795364000000 } from './migrations/memory/1795364000000-index-waiting-replies';
import { NameAuthors1795364100000 } from './migrations/memory/1795364100000-name-authors';
import { Quarantine1795372000000 } from './migrations/memory/1795372000000-quarantine';
import { NameWriters1795371000000 } from './migrations/memory/1795371000000-name-writers';
import { KeepVersions1795371100000 } from './migrations/memory/1795371100000-keep-versions';
import { CreateHookOutbox1795373000000 } from './migrations/memory/1795373000000-create-hook-outbox';
import { TellStateByItsId1795375200000 } from './migrations/memory/1795375200000-tell-state-by-its-id';

/** The name under which Nest knows the second data source. */
export const MEMORY = 'memory';

export const MEMORY_MIGRATIONS = [
  CreateMemoryTables1795132800000,
  CreateSearch1795132820000,
  IndexMemoryLists1795132830000,
  ExtendChats1795132840000,
  IndexDashboard1795132990000,
  IndexWaitingReplies1795364000000,
  NameAuthors1795364100000,
  NameWriters1795371000000,
  KeepVersions1795371100000,
  Quarantine1795372000000,
  CreateHookOutbox1795373000000,
  TellStateByItsId1795375200000,
] as const;
