import { ApiProperty } from '@nestjs/swagger';
import {
  CLIENT_CHANGE_CAUSES,
  CLIENT_FIELDS,
  type ClientChangeCause,
  type ClientChangeDto,
  type ClientField,
  type ClientFieldChangeDto,
  type ClientFieldValue,
} from '@groupless/shared-dto';
import { pageOf } from '../../platform/docs/page-of';
import type { SameShape } from '../../platform/docs/same-shape';
import { Time } from '../../platform/docs/time-properties';

/** A field of a client, of whatever kind. */
export const FieldValue = (example: string) =>
  ApiProperty({
    oneOf: [
      { type: 'string', nullable: true },
      { type: 'array', items: {} },
    ],
    description: 'As the field has it in a client.',
    example,
  });

class ClientFieldChange implements ClientFieldChangeDto {
  @ApiProperty({ type: String, enum: CLIENT_FIELDS, example: 'notes' }) field: ClientField;
  @FieldValue('Allergic to latex.') before: ClientFieldValue;
  @FieldValue('Prefers mornings.') after: ClientFieldValue;
}

class ChangedBy {
  @ApiProperty({ type: String, format: 'uuid' }) id: string;
  @ApiProperty({ type: String, nullable: true, example: 'Ada', description: 'As the name was then.' })
  name: string | null;
}

class ClientChangeResponse implements ClientChangeDto {
  @ApiProperty({ type: 'integer', description: 'That the client had afterwards.', example: 3 })
  version: number;
  @Time() at: string;
  @ApiProperty({ type: String, enum: CLIENT_CHANGE_CAUSES }) cause: ClientChangeCause;
  @ApiProperty({
    type: ChangedBy,
    nullable: true,
    description: 'Null for a key, and where a booking or a message of the client did it.',
  })
  user: ChangedBy | null;
  @ApiProperty({
    type: String,
    nullable: true,
    example: null,
    description: 'The key with which it was done.',
  })
  key_name: string | null;
  @ApiProperty({ type: [ClientFieldChange] }) changes: ClientFieldChange[];
}

export class ClientChangesPage extends pageOf(ClientChangeResponse) {}

true satisfies SameShape<ClientChangeResponse, ClientChangeDto>;
