export interface LiveDto {
  status: 'live';
  /** Of the program, such as `1.0.0`. */
  version: string;
}

export interface ReadyDto {
  status: 'ready';
  databases: { panel: 'up'; memory: 'up' };
}
