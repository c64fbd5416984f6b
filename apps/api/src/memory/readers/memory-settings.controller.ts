import { Body, Controller, Get, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { MemorySettingsDto } from '@groupless/shared-dto';
import {
  RequiresConfirmation,
  RequiresMemoryRole,
  RequiresRole,
} from '../../platform/access/access.decorators';
import type { KnownActor } from '../../platform/access/caller';
import { CurrentKnownActor } from '../../platform/access/current-caller';
import { Describes } from '../../platform/docs/describes';
import type { Versioned } from '../../platform/http/answer';
import { IfMatch, type ExpectedVersions } from '../../platform/http/headers/if-match';
import { ReplaceMemorySettingsRequest } from './memory-settings.request';
import { MemorySettingsService } from './memory-settings.service';

@ApiTags('Memory')
@Controller('api/settings/memory')
export class MemorySettingsController {
  constructor(private readonly settings: MemorySettingsService) {}

  @Get()
  @RequiresMemoryRole('viewer', 'memory')
  @Describes({
    summary: 'Read whose the turns of assistants are',
    tagged: true,
  })
  get(): Promise<Versioned<MemorySettingsDto>> {
    return this.settings.get();
  }

  @Put()
  @RequiresRole('admin')
  @RequiresConfirmation()
  @Describes({
    summary: 'Choose whose the turns of assistants are',
    description: 'It counts at once, and for what was stored before too.',
    problems: ['version_mismatch'],
  })
  replace(
    @Body() settings: ReplaceMemorySettingsRequest,
    @IfMatch() versions: ExpectedVersions,
    @CurrentKnownActor() actor: KnownActor,
  ): Promise<Versioned<MemorySettingsDto>> {
    return this.settings.replace(settings, versions, actor);
  }
}
