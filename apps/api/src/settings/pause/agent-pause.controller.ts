import { Body, Controller, Delete, Get, HttpCode, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { AgentPauseDto, AgentPauseStateDto } from '@groupless/shared-dto';
import { demandOfRole, RequiresRole, satisfies } from '../../platform/access/access.decorators';
import type { KnownActor } from '../../platform/access/caller';
import { CurrentKnownActor } from '../../platform/access/current-caller';
import { Describes } from '../../platform/docs/describes';
import { PauseAgentRequest } from './agent-pause.request';
import { AgentPauseService } from './agent-pause.service';

@ApiTags('Settings')
@Controller('api/agent/pause')
export class AgentPauseController {
  constructor(private readonly pauses: AgentPauseService) {}

  @Get()
  @RequiresRole('viewer', 'agent')
  @Describes({
    summary: 'Read whether the chat agent is paused',
    description: 'The reason is empty for agents, viewers and keys of `panel:read`.',
  })
  async get(@CurrentKnownActor() { caller }: KnownActor): Promise<AgentPauseStateDto> {
    const { pause } = await this.pauses.get();
    const isTeam = satisfies(caller, demandOfRole('desk'));
    return { pause: pause === null || isTeam ? pause : { ...pause, reason: '' } };
  }

  @Post()
  @HttpCode(200)
  @RequiresRole('operator')
  @Describes({
    summary: 'Pause the chat agent',
    description:
      'Until then, or until somebody ends it, the agent is told `agent_disabled`, as with `enabled: false`. A new ' +
      'pause replaces the present one.',
    problems: ['in_the_past'],
  })
  pause(@Body() pause: PauseAgentRequest, @CurrentKnownActor() actor: KnownActor): Promise<AgentPauseDto> {
    return this.pauses.pause(pause, actor);
  }

  @Delete()
  @HttpCode(204)
  @RequiresRole('operator')
  @Describes({ summary: 'End the pause of the chat agent' })
  resume(@CurrentKnownActor() actor: KnownActor): Promise<void> {
    return this.pauses.resume(actor);
  }
}
