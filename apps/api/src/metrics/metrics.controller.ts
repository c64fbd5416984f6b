import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { RequiresKey } from '../platform/access/access.decorators';
import { Describes } from '../platform/docs/describes';
import { Answer } from '../platform/http/answer';
import { MetricsService } from './metrics.service';

const DESCRIPTION = `In the text format of Prometheus, version 0.0.4. What is counted is this process's own, except
the rows in the databases, which are counted at most every 15 seconds and up to 10,000 of a kind. A database that
does not answer within two seconds is \`groupless_database_up 0\`; what would come from it is then left out.`;

const EXAMPLE = `# HELP groupless_database_up Whether the database answered just now
# TYPE groupless_database_up gauge
groupless_database_up{database="panel"} 1
`;

@ApiTags('Health')
@Controller('metrics')
export class MetricsController {
  constructor(private readonly metrics: MetricsService) {}

  @Get()
  @RequiresKey('metrics')
  @Describes({ summary: 'Read the measurements of this process', description: DESCRIPTION })
  @ApiOkResponse({
    description: 'Done',
    content: { 'text/plain': { schema: { type: 'string' }, example: EXAMPLE } },
  })
  async read(): Promise<Answer> {
    return new Answer(200, await this.metrics.read(), { 'content-type': this.metrics.content_type });
  }
}
