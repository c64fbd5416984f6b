import { ApiProperty } from '@nestjs/swagger';
import type { SignedInDto } from '@groupless/shared-dto';
import type { SameShape } from '../../platform/docs/same-shape';
import { MeResponse } from '../../users/user.response';

export class SignedInResponse implements SignedInDto {
  @ApiProperty({ type: String, description: 'For `Authorization: Bearer`.' })
  access_token: string;

  @ApiProperty({ type: 'integer', description: 'Seconds.', example: 600 })
  expires_in: number;

  @ApiProperty({ type: MeResponse })
  user: MeResponse;
}

true satisfies SameShape<SignedInResponse, SignedInDto>;
