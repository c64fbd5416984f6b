import { ApiProperty } from '@nestjs/swagger';
import {
  UNREAD_PHONE_REASONS,
  type PhonesReadDto,
  type ReadPhoneDto,
  type ReadPhonesDto,
  type UnreadPhoneDto,
  type UnreadPhoneReason,
} from '@groupless/shared-dto';
import type { SameShape } from '../../platform/docs/same-shape';
import { Flag } from '../../platform/validation/fields';
import { PhoneRegion } from '../../platform/validation/locale-fields';
import { Uuid } from '../../platform/validation/uuid-fields';

export class ReadPhonesRequest implements ReadPhonesDto {
  @PhoneRegion({ description: 'ISO 3166 code of the country whose numbers they are.', example: 'AT' })
  country: string;

  @Flag({ optional: true, description: 'Only answers what would be.', example: true })
  dry_run?: boolean;

  @Uuid({ optional: true, description: 'The `next` of the answer before.' })
  after?: string;
}

class PhoneOwner {
  @ApiProperty({ type: String, format: 'uuid' }) id: string;
  @ApiProperty({ type: String, example: 'Eva Huber' }) name: string;
}

class ReadPhoneResponse extends PhoneOwner implements ReadPhoneDto {
  @ApiProperty({ type: String, example: '0664 1234567' }) phone_as_given: string;
  @ApiProperty({ type: String, example: '+436641234567' }) phone: string;
}

class UnreadPhoneResponse extends PhoneOwner implements UnreadPhoneDto {
  @ApiProperty({ type: String, example: '0664 1234567' }) phone_as_given: string;

  @ApiProperty({
    type: String,
    enum: UNREAD_PHONE_REASONS,
    description:
      'It is no number of the country, somebody’s already, or its client was changed at the same time.',
  })
  why: UnreadPhoneReason;

  @ApiProperty({ type: PhoneOwner, nullable: true, description: 'Whose it is.' })
  with: PhoneOwner | null;
}

export class PhonesReadResponse implements PhonesReadDto {
  @ApiProperty({ type: [ReadPhoneResponse] }) read: ReadPhoneResponse[];
  @ApiProperty({ type: [UnreadPhoneResponse], description: 'Those that stay as they are given.' })
  left: UnreadPhoneResponse[];

  @ApiProperty({
    type: String,
    format: 'uuid',
    nullable: true,
    description: 'There are more behind it; null: that was all.',
  })
  next: string | null;
}

true satisfies SameShape<ReadPhonesRequest, ReadPhonesDto>;
true satisfies SameShape<PhonesReadResponse, PhonesReadDto>;
