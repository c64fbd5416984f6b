import { Body, Controller, Get, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { ConversationSettingsDto } from '@groupless/shared-dto';
import { RequiresRole } from '../../platform/access/access.decorators';
import type { KnownActor } from '../../platform/access/caller';
import { CurrentKnownActor } from '../../platform/access/current-caller';
import { Describes } from '../../platform/docs/describes';
import type { Versioned } from '../../platform/http/answer';
import { IfMatch, type ExpectedVersions } from '../../platform/http/headers/if-match';
import { ConversationSettingsRequest } from './conversation-settings.request';
import { ConversationSettingsService } from './conversation-settings.service';

@ApiTags('Settings')
@Controller('api/settings/conversations')
@RequiresRole('admin')
export class ConversationSettingsController {
  constructor(private readonly settings: ConversationSettingsService) {}

  @Get()
  @Describes({ summary: 'Read what happens to conversations in which nobody answers', tagged: true })
  get(): Promise<Versioned<ConversationSettingsDto>> {
    return this.settings.get();
  }

  @Put()
  @Describes({
    summary: 'Replace what happens to conversations in which nobody answers',
    description:
      'Minutes count since `waiting_since`; for who got or took the conversation over later, since then. Each happens once a ' +
      'wait, within half a minute. Nothing is handed back while the agent is switched off, paused, or was not heard of for a ' +
      'quarter of an hour. At first nothing happens.',
    problems: ['version_mismatch'],
  })
  replace(
    @Body() settings: ConversationSettingsRequest,
    @IfMatch() versions: ExpectedVersions,
    @CurrentKnownActor() actor: KnownActor,
  ): Promise<Versioned<ConversationSettingsDto>> {
    return this.settings.replace(settings, versions, actor);
  }
}
