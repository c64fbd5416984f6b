import { CreateUsers1795132800000 } from './migrations/panel/1795132800000-create-users';
import { CreateWorkflows1795132801000 } from './migrations/panel/1795132801000-create-workflows';
import { CreateRateLimits1795132802000 } from './migrations/panel/1795132802000-create-rate-limits';
import { ExtendUsers1795132803000 } from './migrations/panel/1795132803000-extend-users';
import { CreateAuthSessions1795132804000 } from './migrations/panel/1795132804000-create-auth-sessions';
import { CreateAuditEvents1795132805000 } from './migrations/panel/1795132805000-create-audit-events';
import { CreateWorkflowExecutions1795132850000 } from './migrations/panel/1795132850000-create-workflow-executions';
import { CreateAccessLinks1795132900000 } from './migrations/panel/1795132900000-create-access-links';
import { CreateChatAgentSettings1795132910000 } from './migrations/panel/1795132910000-create-chat-agent-settings';
import { CreateApiKeys1795132911000 } from './migrations/panel/1795132911000-create-api-keys';
import { IndexAuditEvents1795132912000 } from './migrations/panel/1795132912000-index-audit-events';
import { CreateClients1795132920000 } from './migrations/panel/1795132920000-create-clients';
import { CreateAppointments1795132930000 } from './migrations/panel/1795132930000-create-appointments';
import { CreateConversations1795132940000 } from './migrations/panel/1795132940000-create-conversations';
import { CreateAssistantAccounts1795132950000 } from './migrations/panel/1795132950000-create-assistant-accounts';
import { CreateCredentialsKeyChecks1795132951000 } from './migrations/panel/1795132951000-create-credentials-key-checks';
import { PrepareDashboard1795132990000 } from './migrations/panel/1795132990000-prepare-dashboard';
import { IndexConversationSearch1795133000000 } from './migrations/panel/1795133000000-index-conversation-search';
import { IndexAppointmentFilters1795133001000 } from './migrations/panel/1795133001000-index-appointment-filters';
import { CreateAgentSightings1795133002000 } from './migrations/panel/1795133002000-create-agent-sightings';
import { CoverClientSearch1795133003000 } from './migrations/panel/1795133003000-cover-client-search';
import { AddAgentHours1795358500000 } from './migrations/panel/1795358500000-add-agent-hours';
import { KeepAccountSessions1795358510000 } from './migrations/panel/1795358510000-keep-account-sessions';
import { PlanContactLookups1795358900000 } from './migrations/panel/1795358900000-plan-contact-lookups';
import { FindAgentBookings1795360800000 } from './migrations/panel/1795360800000-find-agent-bookings';
import { AddConfirmation1795361269240 } from './migrations/panel/1795361269240-add-confirmation';
import { KeepAuditForATime1795362229352 } from './migrations/panel/1795362229352-keep-audit-for-a-time';
import { IndexChangedConversations1795363000000 } from './migrations/panel/1795363000000-index-changed-conversations';
import { AssignConversations1795364100000 } from './migrations/panel/1795364100000-assign-conversations';
import { CreateHooks1795373000000 } from './migrations/panel/1795373000000-create-hooks';
import { CreateConversationNotes1795374000000 } from './migrations/panel/1795374000000-create-conversation-notes';

export const PANEL_MIGRATIONS = [
  CreateUsers1795132800000,
  CreateWorkflows1795132801000,
  CreateRateLimits1795132802000,
  ExtendUsers1795132803000,
  CreateAuthSessions1795132804000,
  CreateAuditEvents1795132805000,
  CreateWorkflowExecutions1795132850000,
  CreateAccessLinks1795132900000,
  CreateChatAgentSettings1795132910000,
  CreateApiKeys1795132911000,
  IndexAuditEvents1795132912000,
  CreateClients1795132920000,
  CreateAppointments1795132930000,
  CreateConversations1795132940000,
  CreateAssistantAccounts1795132950000,
  CreateCredentialsKeyChecks1795132951000,
  PrepareDashboard1795132990000,
  IndexConversationSearch1795133000000,
  IndexAppointmentFilters1795133001000,
  CreateAgentSightings1795133002000,
  CoverClientSearch1795133003000,
  AddAgentHours1795358500000,
  KeepAccountSessions1795358510000,
  PlanContactLookups1795358900000,
  FindAgentBookings1795360800000,
  AddConfirmation1795361269240,
  KeepAuditForATime1795362229352,
  IndexChangedConversations1795363000000,
  AssignConversations1795364100000,
  CreateHooks1795373000000,
  CreateConversationNotes1795374000000,
] as const;
