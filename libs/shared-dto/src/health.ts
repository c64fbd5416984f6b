export interface LiveDto {
  status: 'live';
}

export interface ReadyDto {
  status: 'ready';
  databases: { panel: 'up'; memory: 'up' };
}
