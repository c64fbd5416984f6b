import { CreatePanel1795390000000 } from './migrations/panel/1795390000000-create-panel';

export const PANEL_MIGRATIONS = [CreatePanel1795390000000] as const;
