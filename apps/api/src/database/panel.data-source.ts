import { AuditEvent } from '../audit/audit-event.entity';
import { AuthSession } from '../auth/auth-session.entity';
import { RecoveryCode } from '../auth/recovery-code.entity';
import { RefreshToken } from '../auth/refresh-token.entity';
import { User } from '../users/user.entity';
import { WorkflowExecution } from '../workflows/workflow-execution.entity';
import { WorkflowHour } from '../workflows/workflow-hour.entity';
import { Workflow } from '../workflows/workflow.entity';
import { CreateUsers1795132800000 } from './migrations/panel/1795132800000-create-users';
import { CreateWorkflows1795132801000 } from './migrations/panel/1795132801000-create-workflows';
import { CreateRateLimits1795132802000 } from './migrations/panel/1795132802000-create-rate-limits';
import { ExtendUsers1795132803000 } from './migrations/panel/1795132803000-extend-users';
import { CreateAuthSessions1795132804000 } from './migrations/panel/1795132804000-create-auth-sessions';
import { CreateAuditEvents1795132805000 } from './migrations/panel/1795132805000-create-audit-events';
import { CreateWorkflowExecutions1795132850000 } from './migrations/panel/1795132850000-create-workflow-executions';

export const PANEL_ENTITIES = [
  User,
  AuthSession,
  RefreshToken,
  RecoveryCode,
  Workflow,
  WorkflowExecution,
  WorkflowHour,
  AuditEvent,
] as const;

export const PANEL_MIGRATIONS = [
  CreateUsers1795132800000,
  CreateWorkflows1795132801000,
  CreateRateLimits1795132802000,
  ExtendUsers1795132803000,
  CreateAuthSessions1795132804000,
  CreateAuditEvents1795132805000,
  CreateWorkflowExecutions1795132850000,
] as const;
