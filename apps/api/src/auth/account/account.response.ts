import { ApiProperty } from '@nestjs/swagger';
import type { AuthSessionDto, CalendarTokenDto, TotpEnabledDto, TotpSetupDto } from '@groupless/shared-dto';
import type { SameShape } from '../../platform/docs/same-shape';

export class AuthSessionResponse implements AuthSessionDto {
  @ApiProperty({ type: String, format: 'uuid' })
  id: string;

  @ApiProperty({ type: Boolean, description: 'Whether the request came from this session.' })
  current: boolean;

  @ApiProperty({ type: String, nullable: true, example: '203.0.113.7' })
  ip: string | null;

  @ApiProperty({ type: String, nullable: true, example: 'Mozilla/5.0' })
  user_agent: string | null;

  @ApiProperty({ type: String, format: 'date-time' })
  created_at: string;

  @ApiProperty({ type: String, format: 'date-time' })
  last_used_at: string;

  @ApiProperty({ type: String, format: 'date-time', description: 'When it ends unless it is used before.' })
  expires_at: string;
}

export class TotpSetupResponse implements TotpSetupDto {
  @ApiProperty({ type: String, description: 'The shared secret in base32, for typing.' })
  secret: string;

  @ApiProperty({ type: String, format: 'uri', description: 'The same for a QR code.' })
  otpauth_url: string;
}

export class TotpEnabledResponse implements TotpEnabledDto {
  @ApiProperty({ type: Boolean, enum: [true] })
  totp_enabled: true;

  @ApiProperty({
    type: [String],
    description: 'Ten codes, each good once in the place of six digits. Shown this once.',
  })
  recovery_codes: string[];
}

export class CalendarTokenResponse implements CalendarTokenDto {
  @ApiProperty({ type: String })
  token: string;

  @ApiProperty({ type: String, format: 'uri', description: 'For a calendar program; holds the token.' })
  calendar_url: string;
}

true satisfies SameShape<AuthSessionResponse, AuthSessionDto>;
true satisfies SameShape<TotpSetupResponse, TotpSetupDto>;
true satisfies SameShape<TotpEnabledResponse, TotpEnabledDto>;
true satisfies SameShape<CalendarTokenResponse, CalendarTokenDto>;
