import { ApiProperty } from '@nestjs/swagger';
import {
  ACCOUNT_TOOLS,
  ACCOUNT_TYPES,
  ATTENTION_KINDS,
  FIRST_STEPS,
  type AccountTool,
  type AccountType,
  type ActiveAccountDto,
  type AttentionDto,
  type AttentionKind,
  type BookedDayDto,
  type DashboardDto,
  type FirstStep,
  type ManyNumbersDto,
  type MessageDayDto,
  type UndeliveredDto,
} from '@groupless/shared-dto';
import { AppointmentResponse } from '../appointments/appointment.response';
import { AccountUsageResponse } from '../assistant-accounts/account.response';
import type { SameShape } from '../platform/docs/same-shape';
import { MaybeTime } from '../platform/docs/time-properties';

const Count = (description?: string) =>
  ApiProperty({ type: 'integer', ...(description === undefined ? {} : { description }) });
const Day = () => ApiProperty({ type: String, format: 'date', example: '2026-11-20' });

class ClientCounts {
  @Count() total: number;
  @Count('Made in the last 30 days.') new_30d: number;
  @Count('Made in the 30 days before those.') new_previous_30d: number;
}

class StatusCounts {
  @Count() pending: number;
  @Count() confirmed: number;
  @Count() completed: number;
  @Count() cancelled: number;
  @Count() no_show: number;
}

class BookedDay implements BookedDayDto {
  @Day() date: string;
  @Count() phone: number;
  @Count() chat: number;
  @Count() panel: number;
}

class AppointmentCounts {
  @ApiProperty({ type: StatusCounts, description: 'Those that begin today.' })
  today: StatusCounts;

  @Count('Pending and confirmed ones that begin in the next seven days.')
  next_7d: number;

  @Count('Pending ones that were booked more than 24 hours ago and have not ended.')
  pending_over_24h: number;

  @Count('Pending and confirmed ones that ended in the last 30 days.')
  without_outcome: number;

  @ApiProperty({
    type: [BookedDay],
    description: 'What was booked on each of the last 30 days, today the last; whatever became of it.',
  })
  by_day_30d: BookedDay[];

  @ApiProperty({ type: [AppointmentResponse], description: 'The next eight, pending or confirmed.' })
  next: AppointmentResponse[];
}

class MessageDay implements MessageDayDto {
  @Day() date: string;
  @Count() user: number;
  @Count() assistant: number;
  @Count() operator: number;
}

class Undelivered implements UndeliveredDto {
  @ApiProperty({ type: String, format: 'uuid' }) conversation_id: string;
  @ApiProperty({ type: String, example: 'Jana Nováková' }) name: string;
  @Count() replies: number;
  @ApiProperty({ type: String, format: 'date-time' }) since: string;
}

class ManyNumbers implements ManyNumbersDto {
  @ApiProperty({ type: String, format: 'uuid' }) conversation_id: string;
  @ApiProperty({ type: String, example: 'Jana Nováková' }) name: string;
  @Count() numbers: number;
  @ApiProperty({ type: String, format: 'date-time' }) since: string;
}

class ConversationCounts {
  @Count() open: number;
  @Count() needs_human: number;
  @Count('Conversations with unread messages.') unread: number;
  @MaybeTime() agent_last_seen_at: string | null;

  @ApiProperty({
    type: [Undelivered],
    description: 'Whose replies have not reached their customers for ten minutes; at most five.',
  })
  undelivered: Undelivered[];

  @ApiProperty({
    type: [ManyNumbers],
    description:
      'In which five or more different phone numbers wrote or booked within the last hour: several customers may share ' +
      'them. Those with the most numbers first; at most five.',
  })
  many_numbers: ManyNumbers[];

  @ApiProperty({ type: [MessageDay], description: 'Each of the last 14 days, today the last.' })
  messages_by_day_14d: MessageDay[];
}

class TaskCounts {
  @Count() pending: number;
  @Count('Completed in the last seven days.') completed_7d: number;
  @Count('Completed in the seven days before those.') completed_previous_7d: number;
}

class ActiveAccount implements ActiveAccountDto {
  @ApiProperty({ type: String, format: 'uuid' })
  id: string;

  @ApiProperty({ type: String })
  name: string;

  @ApiProperty({ type: String, enum: ACCOUNT_TYPES })
  type: AccountType;

  @ApiProperty({ type: String, nullable: true, enum: [...ACCOUNT_TOOLS, null] })
  tool: AccountTool | null;

  @ApiProperty({ type: Boolean })
  has_session: boolean;

  @MaybeTime() session_updated_at: string | null;
  @MaybeTime() session_expires_at: string | null;

  @ApiProperty({ type: () => AccountUsageResponse, nullable: true, description: 'Null: not reported.' })
  usage: AccountUsageResponse | null;
}

class Attention implements AttentionDto {
  @ApiProperty({ type: String, enum: ATTENTION_KINDS }) kind: AttentionKind;
  @Count() count: number;
  @ApiProperty({ type: String, format: 'date-time', description: 'Of the oldest.' }) since: string;
  @ApiProperty({ type: String, description: 'Where the panel shows it.', example: '/settings/mail' })
  link: string;
}

export class DashboardResponse implements DashboardDto {
  @ApiProperty({ type: ClientCounts })
  clients: ClientCounts;

  @ApiProperty({ type: AppointmentCounts })
  appointments: AppointmentCounts;

  @ApiProperty({ type: ConversationCounts })
  conversations: ConversationCounts;

  @ApiProperty({
    type: [Attention],
    description:
      'Mails that failed within three days or wait for more than 15 minutes, busy calendars that cannot be read, webhooks that ' +
      'have failed for ten minutes or were switched off, and pending bookings that begin within 36 hours; what the reader may open.',
  })
  attention: Attention[];

  @ApiProperty({
    type: () => TaskCounts,
    nullable: true,
    description: 'The tasks of the coding assistant; null for the front desk.',
  })
  tasks: TaskCounts | null;

  @ApiProperty({ type: () => ActiveAccount, nullable: true })
  active_account: ActiveAccount | null;

  @ApiProperty({
    type: () => [ActiveAccount],
    description: 'One a tool, the one that was activated last first; empty for the front desk.',
  })
  active_accounts: ActiveAccount[];

  @ApiProperty({
    enum: FIRST_STEPS,
    isArray: true,
    example: ['services', 'agent'],
    description: 'What a new installation still needs, for admins; those that are skipped are left out.',
  })
  first_steps: FirstStep[];

  @ApiProperty({ type: String, format: 'date-time' })
  generated_at: string;
}

true satisfies SameShape<DashboardResponse, DashboardDto>;
