import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { DashboardDto } from '@groupless/shared-dto';
import { RequiresRole } from '../platform/access/access.decorators';
import type { Caller } from '../platform/access/caller';
import { CurrentCaller } from '../platform/access/current-caller';
import { Describes } from '../platform/docs/describes';
import { DashboardService } from './dashboard.service';

@ApiTags('Dashboard')
@Controller('api/dashboard')
@RequiresRole('viewer')
export class DashboardController {
  constructor(private readonly dashboard: DashboardService) {}

  @Get()
  @Describes({
    summary: 'Read how the business goes',
    description:
      'Days begin and end in the time zone of the chat agent’s settings. `total` and `open` are exact however ' +
      'many there are. The front desk (`desk`) gets `tasks` and `active_account` as null; `first_steps` is empty for ' +
      'everybody but admins.',
  })
  get(@CurrentCaller() caller: Caller): Promise<DashboardDto> {
    return this.dashboard.get(caller);
  }
}
