import { ApiProperty } from '@nestjs/swagger';
import type {
  DatabasePoolDto,
  DatabaseReportDto,
  DatabasesReportDto,
  DatabaseTableDto,
} from '@groupless/shared-dto';
import type { SameShape } from '../../platform/docs/same-shape';

class DatabaseTable implements DatabaseTableDto {
  @ApiProperty({ type: String, example: 'clients' })
  name: string;

  @ApiProperty({ type: 'integer' })
  rows: number;

  @ApiProperty({
    type: Boolean,
    description: 'False: there are more than 10,000, and PostgreSQL estimates how many.',
  })
  rows_are_exact: boolean;

  @ApiProperty({ type: 'integer', description: 'With its indexes and long values.' })
  size_bytes: number;
}

class DatabaseMigrations {
  @ApiProperty({ type: [String], example: ['CreatePanel1795390000000'] })
  applied: string[];

  @ApiProperty({ type: [String], example: [] })
  pending: string[];
}

class DatabasePool implements DatabasePoolDto {
  @ApiProperty({ type: 'integer', description: 'Connections of this process that are open.' })
  total: number;

  @ApiProperty({ type: 'integer', description: 'Those of them without work.' })
  idle: number;

  @ApiProperty({ type: 'integer', description: 'Requests that wait for one.' })
  waiting: number;

  @ApiProperty({ type: 'integer', description: 'The most that may be open.' })
  max: number;
}

class DatabaseReport implements DatabaseReportDto {
  @ApiProperty({ type: String, example: 'groupless' })
  name: string;

  @ApiProperty({ type: String, example: '18.1' })
  server_version: string;

  @ApiProperty({ type: 'integer' })
  size_bytes: number;

  @ApiProperty({ type: [DatabaseTable], description: 'The largest first.' })
  tables: DatabaseTable[];

  @ApiProperty({ type: DatabaseMigrations })
  migrations: DatabaseMigrations;

  @ApiProperty({ type: DatabasePool })
  pool: DatabasePool;

  @ApiProperty({ type: Number, description: 'How long the simplest question takes.' })
  round_trip_ms: number;
}

export class DatabasesReportResponse implements DatabasesReportDto {
  @ApiProperty({ type: DatabaseReport })
  panel: DatabaseReport;

  @ApiProperty({ type: DatabaseReport })
  memory: DatabaseReport;
}

true satisfies SameShape<DatabasesReportResponse, DatabasesReportDto>;
