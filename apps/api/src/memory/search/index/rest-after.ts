/**
 * The background leaves the database to others three quarters of the time; while the server is busy, nearly all of it. Once far
 * behind it rests little until it has caught up, because what has not been judged is held back until then; but as long as it
 * works while somebody searches.
 */
const REST = { calm: 3, busy: 15, behind: 0.2, searched: 1 };
/** The share of time in which the event loop works, from which on the server is busy. */
const BUSY = 0.6;

interface Work {
  /** The share of time in which the event loop worked. */
  utilization: number;
  isBehind: boolean;
  isSearched: boolean;
}

/** How long the background rests, times what its work took. */
export function restAfter({ utilization, isBehind, isSearched }: Work): number {
  if (utilization >= BUSY) return REST.busy;
  if (!isBehind) return REST.calm;
  return isSearched ? REST.searched : REST.behind;
}
