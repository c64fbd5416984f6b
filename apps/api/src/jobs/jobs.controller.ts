import { Controller, Get, HttpCode, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { JobDto } from '@groupless/shared-dto';
import { RequiresRole } from '../platform/access/access.decorators';
import { Describes } from '../platform/docs/describes';
import { JobsService } from './jobs.service';

/** What runs in the background. */
@ApiTags('Settings')
@Controller('api/settings/jobs')
@RequiresRole('admin')
export class JobsController {
  constructor(private readonly jobs: JobsService) {}

  @Get()
  @Describes({
    summary: 'List what runs in the background, by name',
  })
  list(): Promise<JobDto[]> {
    return this.jobs.list();
  }

  @Post(':name/run')
  @HttpCode(202)
  @Describes({
    summary: 'Run background work now',
    description:
      'Work with a schedule runs once more. Of other work, all that waits is due now, and what failed in the last 24 ' +
      'hours is tried again.',
    problems: ['not_found'],
  })
  run(@Param('name') name: string): Promise<JobDto> {
    return this.jobs.run(name);
  }
}
