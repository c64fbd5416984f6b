import { ApiProperty } from '@nestjs/swagger';
import {
  APPOINTMENT_STATUSES,
  CONVERSATION_STATUSES,
  MAIL_KINDS,
  MAIL_STATUSES,
  TIMELINE_KINDS,
  type AppointmentStatus,
  type ClientTimelineEntryDto,
  type ConversationStatus,
  type MailKind,
  type MailStatus,
  type TimelineKind,
} from '@groupless/shared-dto';
import { pageOf } from '../../platform/docs/page-of';
import type { SameShape } from '../../platform/docs/same-shape';

class TimelineAppointment {
  @ApiProperty({ type: String, example: 'Yearly service' }) title: string;
  @ApiProperty({ type: String, enum: APPOINTMENT_STATUSES }) status: AppointmentStatus;
  @ApiProperty({ type: String, example: 'main' }) resource: string;
}

class TimelineConversation {
  @ApiProperty({ type: String, example: 'whatsapp' }) channel: string;
  @ApiProperty({ type: String, enum: CONVERSATION_STATUSES }) status: ConversationStatus;
  @ApiProperty({ type: String, nullable: true, description: 'How the last message begins.' })
  preview: string | null;
}

class TimelineChange {
  @ApiProperty({ type: String, example: 'client.updated' }) action: string;
  @ApiProperty({ type: String, nullable: true, example: 'Ada', description: 'A user or a key.' })
  by: string | null;
  @ApiProperty({
    type: 'object',
    additionalProperties: { type: ['string', 'number', 'boolean', 'null'] as never },
    example: { fields: 'phone, tags' },
  })
  details: Record<string, string | number | boolean | null>;
}

class TimelineMail {
  @ApiProperty({ type: String, enum: MAIL_KINDS }) kind: MailKind;
  @ApiProperty({ type: String, example: 'Your appointment on Tuesday' }) subject: string;
  @ApiProperty({ type: String, enum: MAIL_STATUSES }) status: MailStatus;
  @ApiProperty({
    type: String,
    nullable: true,
    description: 'What the mail server said last.',
    example: '250 OK',
  })
  last_response: string | null;
}

class ClientTimelineEntryResponse implements ClientTimelineEntryDto {
  @ApiProperty({ type: String, enum: TIMELINE_KINDS }) kind: TimelineKind;
  @ApiProperty({ type: String, format: 'uuid', description: 'Of the object of this kind.' }) id: string;
  @ApiProperty({
    type: String,
    format: 'date-time',
    description:
      'When the appointment starts, the last message came, the change was made or the mail was written.',
  })
  at: string;
  @ApiProperty({ type: TimelineAppointment, nullable: true }) appointment: TimelineAppointment | null;
  @ApiProperty({ type: TimelineConversation, nullable: true }) conversation: TimelineConversation | null;
  @ApiProperty({ type: TimelineChange, nullable: true }) change: TimelineChange | null;
  @ApiProperty({ type: TimelineMail, nullable: true }) mail: TimelineMail | null;
}

export class ClientTimelinePage extends pageOf(ClientTimelineEntryResponse) {}

true satisfies SameShape<ClientTimelineEntryResponse, ClientTimelineEntryDto>;
