import type { Fraction } from './kinds';

export interface LiveDto {
  status: 'live';
  /**
   * Of the program
   * @example "1.0.0"
   */
  version: string;
}

/** @schema DatabasesUp */
export interface DatabasesUpDto {
  panel: 'up';
  memory: 'up';
}

export interface ReadyDto {
  status: 'ready';
  databases: DatabasesUpDto;
  /** What waits to be indexed and judged: until then no assistant is shown it. */
  memory_index: MemoryIndexDto;
}

/**
 * What waits to be indexed and judged: until then no assistant is shown it.
 * @schema MemoryIndex
 */
export interface MemoryIndexDto {
  /**
   * Changes that wait, up to 10,000
   * @example 0
   */
  waiting: number;
  /**
   * How long ago the oldest of them was written
   * @example 0
   */
  oldest_seconds: Fraction;
  /**
   * Rows that could not be indexed
   * @example 0
   */
  set_aside: number;
}
