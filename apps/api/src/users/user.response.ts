import { ApiProperty } from '@nestjs/swagger';
import {
  DENSITIES,
  ROLES,
  THEMES,
  type CreatedUserDto,
  type Density,
  type InvitedUserDto,
  type MeDto,
  type Role,
  type Theme,
  type UserDto,
} from '@groupless/shared-dto';
import { pageOf } from '../platform/docs/page-of';
import type { SameShape } from '../platform/docs/same-shape';
import { MaybeTime } from '../platform/docs/time-properties';

export class UserResponse implements UserDto {
  @ApiProperty({ type: String, format: 'uuid' })
  id: string;

  @ApiProperty({ type: String, example: 'ada@example.com' })
  email: string;

  @ApiProperty({ type: String, example: 'Ada' })
  name: string;

  @ApiProperty({ type: String, enum: ROLES })
  role: Role;

  @ApiProperty({ type: Boolean })
  is_active: boolean;

  @ApiProperty({ type: Boolean })
  totp_enabled: boolean;

  @ApiProperty({ type: Boolean, description: 'Whether the user has still to choose a password.' })
  invited: boolean;

  @MaybeTime() last_seen_at: string | null;

  @ApiProperty({ type: String, format: 'date-time' })
  created_at: string;

  @ApiProperty({ type: String, format: 'date-time' })
  updated_at: string;
}

const INVITE_URL = {
  type: String,
  format: 'uri',
  description: 'Where the user chooses a password. Good once, for 72 hours; shown this once.',
};

export class InvitedUserResponse extends UserResponse implements InvitedUserDto {
  @ApiProperty(INVITE_URL)
  invite_url: string;
}

export class CreatedUserResponse extends UserResponse implements CreatedUserDto {
  @ApiProperty({ ...INVITE_URL, required: false })
  invite_url?: string;
}

export class MeResponse extends UserResponse implements MeDto {
  @ApiProperty({ type: String, example: 'en' })
  locale: string;

  @ApiProperty({ type: String, example: 'Europe/Vienna' })
  time_zone: string;

  @ApiProperty({ type: String, enum: THEMES })
  theme: Theme;

  @ApiProperty({ type: String, enum: DENSITIES })
  density: Density;

  @ApiProperty({
    type: String,
    nullable: true,
    example: 'en-GB',
    description: 'How dates and numbers are written; null: as in the region of the browser or the business.',
  })
  formats: string | null;
}

true satisfies SameShape<UserResponse, UserDto>;
true satisfies SameShape<InvitedUserResponse, InvitedUserDto>;
true satisfies SameShape<CreatedUserResponse, CreatedUserDto>;
true satisfies SameShape<MeResponse, MeDto>;

export class UsersPage extends pageOf(UserResponse) {}
