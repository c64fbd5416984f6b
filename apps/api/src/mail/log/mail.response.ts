import { ApiProperty } from '@nestjs/swagger';
import {
  MAIL_KINDS,
  MAIL_STATUSES,
  type MailDto,
  type MailKind,
  type MailStatus,
} from '@groupless/shared-dto';
import { pageOf } from '../../platform/docs/page-of';
import type { SameShape } from '../../platform/docs/same-shape';
import { MaybeTime } from '../../platform/docs/time-properties';

export class MailResponse implements MailDto {
  @ApiProperty({ type: String, format: 'uuid' }) id: string;
  @ApiProperty({ type: String, enum: MAIL_KINDS }) kind: MailKind;
  @ApiProperty({ type: String, example: 'jana@example.com' }) to: string;
  @ApiProperty({ type: String, example: 'Your account for Mia' }) subject: string;
  @ApiProperty({ type: String, enum: MAIL_STATUSES }) status: MailStatus;
  @ApiProperty({ type: 'integer' }) attempts: number;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'What the mail server said last, or why it could not be asked.',
    example: '250 OK: message queued',
  })
  last_response: string | null;

  @ApiProperty({ type: String, format: 'date-time' }) created_at: string;
  @MaybeTime() sent_at: string | null;
}

export class MailsPage extends pageOf(MailResponse) {}

true satisfies SameShape<MailResponse, MailDto>;
