import { ApiProperty } from '@nestjs/swagger';
import {
  CLIENT_FIELDS,
  LIMITS,
  type ClientField,
  type ClientFieldValue,
  type ClientImportDto,
  type FailedRowDto,
  type ImportExampleDto,
  type ImportFieldChangeDto,
} from '@groupless/shared-dto';
import type { SameShape } from '../../platform/docs/same-shape';
import { FieldValue } from '../history/client-change.response';

class FailedRowResponse implements FailedRowDto {
  @ApiProperty({
    type: 'integer',
    description: 'The line of the file in which the row begins; the header is 1.',
    example: 3,
  })
  row: number;

  @ApiProperty({ type: String, example: 'phone' })
  field: string;

  @ApiProperty({
    type: String,
    description: 'As in the `errors` of a refused request.',
    example: 'invalid_phone',
  })
  code: string;
}

class ImportExampleResponse implements ImportExampleDto {
  @ApiProperty({ type: String, format: 'uuid' })
  client_id: string;

  @ApiProperty({ type: String, example: 'Jana Nováková', description: 'As the client is called now.' })
  name: string;

  @FieldValue('ACME')
  before: ClientFieldValue;

  @FieldValue('ACME Ltd')
  after: ClientFieldValue;
}

class ImportFieldChangeResponse implements ImportFieldChangeDto {
  @ApiProperty({ type: String, enum: CLIENT_FIELDS, example: 'company' })
  field: ClientField;

  @ApiProperty({ type: 'integer', description: 'The clients of whom it would be another one.' })
  clients: number;

  @ApiProperty({ type: [ImportExampleResponse], description: `At most ${LIMITS.import_examples} of them.` })
  examples: ImportExampleResponse[];
}

export class ClientImportResponse implements ClientImportDto {
  @ApiProperty({ type: 'integer' })
  created: number;

  @ApiProperty({
    type: 'integer',
    description: 'Clients that were there already and were changed (`update`).',
  })
  updated: number;

  @ApiProperty({
    type: 'integer',
    description: 'Rows whose client is there already, and of which nothing was taken over.',
  })
  skipped: number;

  @ApiProperty({
    type: [FailedRowResponse],
    description: 'Rows that were left out, each with its first fault.',
  })
  failed: FailedRowResponse[];

  @ApiProperty({
    type: [ImportFieldChangeResponse],
    required: false,
    description: 'With `changes`: what would be changed, by field, the most frequent first.',
  })
  changes?: ImportFieldChangeResponse[];
}

true satisfies SameShape<ClientImportResponse, ClientImportDto>;
