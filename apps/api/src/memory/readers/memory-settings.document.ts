import { ApiProperty } from '@nestjs/swagger';
import {
  TURNS_OF,
  type MemorySettingsDto,
  type ReplaceMemorySettingsDto,
  type TurnsOf,
} from '@groupless/shared-dto';
import type { SameShape } from '../../platform/docs/same-shape';
import { OneOf } from '../../platform/validation/fields';

const WHOSE =
  'Who reads the turns of assistants and the extracts of their sessions: `own`, the user whose key stored them, and admins who have ' +
  'confirmed their session; `team`, everybody who reads the memory, but no key of scope `panel:read`.';

export class ReplaceMemorySettingsRequest implements ReplaceMemorySettingsDto {
  @OneOf({ values: TURNS_OF, description: WHOSE, example: 'own' })
  turns: TurnsOf;
}

export class MemorySettingsResponse implements MemorySettingsDto {
  @ApiProperty({ type: String, enum: TURNS_OF, description: WHOSE, example: 'own' })
  turns: TurnsOf;

  @ApiProperty({
    type: Boolean,
    description:
      'Whether an admin chose it. An installation in which several keys had stored turns begins with `team`.',
  })
  is_chosen: boolean;
}

true satisfies SameShape<ReplaceMemorySettingsRequest, ReplaceMemorySettingsDto>;
true satisfies SameShape<MemorySettingsResponse, MemorySettingsDto>;
