import { Body, Controller, Get, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FirstStepsDto } from '@groupless/shared-dto';
import { RequiresRole } from '../../platform/access/access.decorators';
import type { Actor } from '../../platform/access/caller';
import { CurrentActor } from '../../platform/access/current-caller';
import { Describes } from '../../platform/docs/describes';
import { FirstStepsDocument } from './first-steps.request';
import { FirstStepsService } from './first-steps.service';

@ApiTags('Settings')
@Controller('api/settings/first-steps')
@RequiresRole('admin')
export class FirstStepsController {
  constructor(private readonly steps: FirstStepsService) {}

  @Get()
  @Describes({ summary: 'Read which first steps are skipped' })
  get(): Promise<FirstStepsDto> {
    return this.steps.get();
  }

  @Put()
  @Describes({
    summary: 'Choose which first steps are skipped',
    description: 'For all admins of this installation. Replaces the list.',
  })
  replace(@Body() body: FirstStepsDocument, @CurrentActor() actor: Actor): Promise<FirstStepsDto> {
    return this.steps.replace(body, actor);
  }
}
