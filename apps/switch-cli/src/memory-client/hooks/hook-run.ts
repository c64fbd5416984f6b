import type { Environment } from '../../program/environment';
import { type MemoryApi } from '../server/memory-api';
import type { HookInput } from './hook-input';

/** What each hook is given. */
export interface HookRun {
  environment: Environment;
  api: MemoryApi;
  input: HookInput;
  now: () => Date;
  /** How long the hook may still take. */
  remainingMs: () => number;
  /** Whether another part of a transcript may be read: what is left of the time is for sending. */
  canRead: () => boolean;
  /** Whether the server gave no answer a moment ago. */
  isPaused: boolean;
}
