import { CreateMemory1795390000000 } from './migrations/memory/1795390000000-create-memory';

/** The name under which Nest knows the second data source. */
export const MEMORY = 'memory';

export const MEMORY_MIGRATIONS = [CreateMemory1795390000000] as const;
