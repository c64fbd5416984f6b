import type { ErrorCode } from '@groupless/shared-dto';

/** When to ask again, in seconds, where the error itself does not say it. */
export const RETRY_AFTER: Partial<Record<ErrorCode, string>> = {
  // An embedded server that died is running again within this time.
  database_unavailable: '2',
  overloaded: '5',
};
