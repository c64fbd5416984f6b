import { Body, Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { UsagePointDto } from '@groupless/shared-dto';
import { RequiresRole, RequiresScope } from '../../platform/access/access.decorators';
import type { Caller } from '../../platform/access/caller';
import { CurrentMachine, type CallingMachine } from '../../platform/access/calling-machine';
import { CurrentCaller } from '../../platform/access/current-caller';
import { Describes } from '../../platform/docs/describes';
import { UuidPipe } from '../../platform/http/uuid.pipe';
import { ReportUsageRequest, UsageQuery } from './account-usage.request';
import { AccountUsageService } from './account-usage.service';

/** How much of the provider's limits the accounts have used. */
@ApiTags('Assistant accounts')
@Controller('api/assistant-accounts')
export class AccountUsageController {
  constructor(private readonly usage: AccountUsageService) {}

  @Post('usage')
  @HttpCode(204)
  @RequiresScope('session:write')
  @Describes({
    summary: 'Report how much of an account’s limits is used',
    description:
      'From the machine on which the tool runs. It is stored with the accounts of that tool whose `identity` it names; ' +
      'an older reading than the stored one changes nothing. A time to come is taken as now.',
    problems: ['unknown_identity'],
  })
  report(
    @Body() reading: ReportUsageRequest,
    @CurrentCaller() caller: Caller,
    @CurrentMachine() machine: CallingMachine | null,
  ): Promise<void> {
    return this.usage.report(reading, { caller, machine });
  }

  @Get(':id/usage')
  @RequiresRole('admin', 'account:activate')
  @Describes({
    summary: 'How much of an account’s limits was used',
    description: 'The last reading of each hour and window, the oldest first. Kept for 90 days.',
    problems: ['not_found'],
  })
  list(@Param('id', UuidPipe) id: string, @Query() { days }: UsageQuery): Promise<UsagePointDto[]> {
    return this.usage.list(id, days);
  }
}
