import { Body, Controller, Get, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { RequiresRole } from '../shared/access/access.decorators';
import type { Actor } from '../shared/access/caller';
import { CurrentActor } from '../shared/access/current-caller';
import { Describes } from '../shared/docs/describes';
import { okVersion, type Answer } from '../shared/http/answer';
import { IfMatch, type ExpectedVersions } from '../shared/http/headers/if-match';
import {
  ChatAgentSettingsDocument,
  ReplaceChatAgentSettingsRequest,
} from './requests/chat-agent-settings.document';
import { ChatAgentSettingsService } from './chat-agent-settings.service';

@ApiTags('Settings')
@Controller('api/settings/chat-agent')
export class ChatAgentSettingsController {
  constructor(private readonly settings: ChatAgentSettingsService) {}

  @Get()
  @RequiresRole('viewer', 'agent')
  @Describes({ summary: 'Read how the chat agent works', answers: ChatAgentSettingsDocument, tagged: true })
  async get(): Promise<Answer> {
    return okVersion(await this.settings.get());
  }

  @Put()
  @RequiresRole('admin')
  @Describes({
    summary: 'Replace how the chat agent works',
    description:
      'Takes the whole document. `agent_hours`, `closures`, `notice_minutes`, `buffer_minutes`, `agent_lookup`, ' +
      '`cancel_notice_minutes`, `cancel_late` and `horizon_days`, which came later, stay as they are where they are ' +
      'left out; every other field is required. Counts within a second.',
    answers: ChatAgentSettingsDocument,
    problems: ['version_mismatch'],
  })
  async replace(
    @Body() settings: ReplaceChatAgentSettingsRequest,
    @IfMatch() versions: ExpectedVersions,
    @CurrentActor() actor: Actor,
  ): Promise<Answer> {
    return okVersion(await this.settings.replace(settings, versions, actor));
  }
}
