import { User } from '../users/user.entity';
import { Workflow } from '../workflows/workflow.entity';
import { CreateUsers1795132800000 } from './migrations/panel/1795132800000-create-users';
import { CreateWorkflows1795132801000 } from './migrations/panel/1795132801000-create-workflows';
import { CreateRateLimits1795132802000 } from './migrations/panel/1795132802000-create-rate-limits';

export const PANEL_ENTITIES = [User, Workflow] as const;

export const PANEL_MIGRATIONS = [
  CreateUsers1795132800000,
  CreateWorkflows1795132801000,
  CreateRateLimits1795132802000,
] as const;
