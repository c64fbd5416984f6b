import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { ChatAgentSettingsDto } from '@groupless/shared-dto';
import { RequiresRole } from '../../platform/access/access.decorators';
import type { KnownActor } from '../../platform/access/caller';
import { CurrentKnownActor } from '../../platform/access/current-caller';
import { Describes } from '../../platform/docs/describes';
import type { Versioned } from '../../platform/http/answer';
import { ResourcesService } from './resources.service';
import { RenameResourceRequest } from './rename-resource.request';

@ApiTags('Settings')
@Controller('api/settings/resources')
export class ResourcesController {
  constructor(private readonly resources: ResourcesService) {}

  @Post('rename')
  @HttpCode(200)
  @RequiresRole('admin')
  @Describes({
    summary: 'Rename a resource',
    description:
      'All that names it follows at once: appointments, past ones too, hours, closures, schedules. The former name goes ' +
      'on meaning it in requests, filters and calendar feeds, until another resource is called so. Answers the settings.',
    problems: ['unknown_resource', 'name_taken', 'slot_taken'],
  })
  rename(
    @Body() renamed: RenameResourceRequest,
    @CurrentKnownActor() actor: KnownActor,
  ): Promise<Versioned<ChatAgentSettingsDto>> {
    return this.resources.rename(renamed, actor);
  }
}
