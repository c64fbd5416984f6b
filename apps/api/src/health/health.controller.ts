import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { LiveDto, ReadyDto } from '@groupless/shared-dto';
import { Open } from '../platform/access/access.decorators';
import { Describes } from '../platform/docs/describes';
import { VERSION } from '../platform/version';
import { HealthService } from './health.service';

@ApiTags('Health')
@Controller('api/health')
@Open()
export class HealthController {
  constructor(private readonly health: HealthService) {}

  @Get('live')
  @Describes({ summary: 'Whether the process runs', offline: true })
  live(): LiveDto {
    return { status: 'live', version: VERSION };
  }

  @Get('ready')
  @Describes({ summary: 'Whether both databases answer' })
  ready(): Promise<ReadyDto> {
    return this.health.ready();
  }
}
