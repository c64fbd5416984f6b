import { Body, Controller, Get, Put, Query } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiTags } from '@nestjs/swagger';
import type { ChatAgentSettingsDto, ReplacedChatAgentSettingsDto } from '@groupless/shared-dto';
import { demandOfRole, RequiresRole, satisfies } from '../platform/access/access.decorators';
import type { KnownActor } from '../platform/access/caller';
import { CurrentKnownActor } from '../platform/access/current-caller';
import { Describes } from '../platform/docs/describes';
import type { Versioned } from '../platform/http/answer';
import { IfMatch, type ExpectedVersions } from '../platform/http/headers/if-match';
import { ReplaceChatAgentSettingsRequest, ReplacementQuery } from './requests/chat-agent-settings.request';
import { ChatAgentSettingsService, type ReplacementWishes } from './chat-agent-settings.service';

@ApiTags('Settings')
@Controller('api/settings/chat-agent')
export class ChatAgentSettingsController {
  constructor(private readonly settings: ChatAgentSettingsService) {}

  @Get()
  @RequiresRole('viewer', 'agent')
  @Describes({
    summary: 'Read how the chat agent works',
    description:
      'To the agent, `enabled` is false while it is paused; that answer has no `ETag`. Agents, viewers and keys of `panel:read` ' +
      'read the reasons of closures that are `public` alone.',
    tagged: true,
  })
  get(
    @CurrentKnownActor() { caller }: KnownActor,
  ): Promise<Versioned<ChatAgentSettingsDto> | ChatAgentSettingsDto> {
    const isAgent = caller.kind === 'key' && caller.scopes.includes('agent');
    return isAgent
      ? this.settings.getForAgent()
      : this.settings.get({ withReasons: satisfies(caller, demandOfRole('desk')) });
  }

  @Put()
  @RequiresRole('admin')
  @RouteConfig({ takes_many_keys: true })
  @Describes({
    summary: 'Replace how the chat agent works',
    description:
      'Takes the whole document. `agent_hours`, `closures`, `notice_minutes`, `buffer_minutes`, `agent_lookup`, ' +
      '`cancel_notice_minutes`, `cancel_late`, `horizon_days`, `feed_notes`, `unnamed_resource`, `phone`, `business_name`, `address`, `agents_on_grid` and `used_for`, which came later, stay as they are where they are ' +
      'left out; every other field is required. Counts within a second. With another ' +
      '`time_zone` and coming appointments it needs `keep`, else it is 409 `appointments_affected` with how many are ' +
      '`coming`. A resource with coming appointments may go only with `keep_appointments` or `move_to`, else it is 409 ' +
      '`resource_in_use`; to give it another name, use `POST /api/settings/resources/rename`. Without `schedules` there ' +
      'are none afterwards. `affected` names coming appointments that were possible before and no longer are. ' +
      'Resources and services are rows (`GET /api/resources`, `GET /api/services`): a name here means the present row of that ' +
      'name, else the archived one, which comes back, else a new one; a row that is not named is archived. A former name of a ' +
      'present row is 409 `resource_renamed` or `service_renamed`. Without `If-Match`, what somebody else made or renamed within the ' +
      'hour goes only with `remove_recent=true`, else it is 409 `resource_in_use` with `recent`. `dry_run=true` answers what would be ' +
      'stored, with `affected`, and changes nothing; that answer has no `ETag`.',
    problems: [
      ...(['version_mismatch', 'appointments_affected', 'resource_in_use', 'slot_taken'] as const),
      ...(['resource_renamed', 'service_renamed'] as const),
    ],
  })
  replace(
    @Body() settings: ReplaceChatAgentSettingsRequest,
    @Query() query: ReplacementQuery,
    @IfMatch() versions: ExpectedVersions,
    @CurrentKnownActor() actor: KnownActor,
  ): Promise<Versioned<ReplacedChatAgentSettingsDto> | ReplacedChatAgentSettingsDto> {
    return this.settings.replace(settings, versions, actor, wishesOf(query));
  }
}

function wishesOf({ keep, keep_appointments, move_to, ...query }: ReplacementQuery): ReplacementWishes {
  const [removes_recent, dry_run] = [query.remove_recent === 'true', query.dry_run === 'true'];
  const wishes = { kept: keep ?? null, removes_recent, dry_run };
  if (move_to !== undefined) return { ...wishes, fate: { kind: 'move', to: move_to } };
  return { ...wishes, fate: { kind: keep_appointments === 'true' ? 'keep' : 'refuse' } };
}
