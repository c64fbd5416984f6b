import { Body, Controller, Get, HttpCode, Post, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { RetentionDto, RetentionPreviewDto } from '@groupless/shared-dto';
import { RequiresConfirmation, RequiresRole } from '../platform/access/access.decorators';
import type { KnownActor } from '../platform/access/caller';
import { CurrentKnownActor } from '../platform/access/current-caller';
import { Describes } from '../platform/docs/describes';
import type { Versioned } from '../platform/http/answer';
import { IfMatch, type ExpectedVersions } from '../platform/http/headers/if-match';
import { PreviewRetentionRequest, ReplaceRetentionRequest } from './retention.request';
import { RetentionService } from './retention.service';
import { RetentionSettingsService } from './retention-settings.service';

@ApiTags('Settings')
@Controller('api/settings/retention')
@RequiresRole('admin')
export class RetentionController {
  constructor(
    private readonly settings: RetentionSettingsService,
    private readonly retention: RetentionService,
  ) {}

  @Get()
  @Describes({
    summary: 'Read how long data of persons are kept',
    description:
      'What is older is removed once a day by the job `retention`. Where the environment of the server says less than the months ' +
      'here, it counts. Logs of outbound webhooks are kept for 14 days, calls of webhooks for `EXECUTION_RETENTION_DAYS`.',
    tagged: true,
  })
  get(): Promise<Versioned<RetentionDto>> {
    return this.settings.get();
  }

  @Put()
  @RequiresConfirmation()
  @Describes({
    summary: 'Replace how long data of persons are kept',
    description: 'Nothing is removed before the next run of the job `retention`, at night.',
    problems: ['version_mismatch'],
  })
  replace(
    @Body() { months }: ReplaceRetentionRequest,
    @IfMatch() versions: ExpectedVersions,
    @CurrentKnownActor() actor: KnownActor,
  ): Promise<Versioned<RetentionDto>> {
    return this.settings.replace(months, versions, actor);
  }

  @Post('preview')
  @HttpCode(200)
  @Describes({
    summary: 'Count what would be removed now',
    description: 'Of the given months, or by the environment where that is earlier. It changes nothing.',
  })
  preview(@Body() { months }: PreviewRetentionRequest): Promise<RetentionPreviewDto> {
    return this.retention.preview(months);
  }
}
