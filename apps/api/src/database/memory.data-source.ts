import { CreateMemory1795390000000 } from './migrations/memory/1795390000000-create-memory';
import { AgeOfSearchQueue1796040100000 } from './migrations/memory/1796040100000-age-of-search-queue';
import { DateFutureMessages1796040000000 } from './migrations/memory/1796040000000-date-future-messages';
import { TellMessagesApart1796050000000 } from './migrations/memory/1796050000000-tell-messages-apart';

/** The name under which Nest knows the second data source. */
export const MEMORY = 'memory';

export const MEMORY_MIGRATIONS = [
  CreateMemory1795390000000,
  DateFutureMessages1796040000000,
  AgeOfSearchQueue1796040100000,
  TellMessagesApart1796050000000,
] as const;
