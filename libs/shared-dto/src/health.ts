export interface LiveDto {
  status: 'live';
  /** Of the program, such as `1.0.0`. */
  version: string;
}

export interface ReadyDto {
  status: 'ready';
  databases: { panel: 'up'; memory: 'up' };
  memory_index: MemoryIndexDto;
}

/** What waits to be indexed and judged: until then no assistant is shown it. */
export interface MemoryIndexDto {
  /** Changes, up to 10,000. */
  waiting: number;
  /** How long ago the oldest of them was written; 0 where none waits. */
  oldest_seconds: number;
  /** Rows that could not be indexed. They are tried again every hour. */
  set_aside: number;
}
