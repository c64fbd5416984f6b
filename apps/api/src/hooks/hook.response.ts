import { ApiProperty } from '@nestjs/swagger';
import {
  HOOK_DELIVERY_STATUSES,
  HOOK_EVENTS,
  type CreatedHookDto,
  type HookDeliveryDto,
  type HookDeliveryStatus,
  type HookDto,
  type HookEvent,
} from '@groupless/shared-dto';
import { pageOf } from '../shared/docs/page-of';
import type { SameShape } from '../shared/docs/same-shape';

const TIME = { type: String, format: 'date-time' } as const;
const MAYBE_TIME = { ...TIME, nullable: true } as const;

export class HookResponse implements HookDto {
  @ApiProperty({ type: String, format: 'uuid' })
  id: string;

  @ApiProperty({ type: String, example: 'https://hooks.example.com/groupless' })
  url: string;

  @ApiProperty({ type: String, enum: HOOK_EVENTS, isArray: true, example: ['appointment.created'] })
  events: HookEvent[];

  @ApiProperty({ type: Boolean })
  active: boolean;

  @ApiProperty({ ...MAYBE_TIME, description: 'Since when every attempt has failed.' })
  failing_since: string | null;

  @ApiProperty({ ...MAYBE_TIME, description: 'When it was switched off after days of failure.' })
  switched_off_at: string | null;

  @ApiProperty(TIME)
  created_at: string;

  @ApiProperty(TIME)
  updated_at: string;
}

export class CreatedHookResponse extends HookResponse implements CreatedHookDto {
  @ApiProperty({
    type: String,
    example: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
    description: 'Signs what is sent. Shown this once.',
  })
  secret: string;
}

export class HookDeliveryResponse implements HookDeliveryDto {
  @ApiProperty({ type: String, format: 'uuid', description: 'The header `webhook-id` is `msg_` and this.' })
  id: string;

  @ApiProperty({ type: String, enum: [...HOOK_EVENTS, 'test'], example: 'appointment.created' })
  event: HookEvent | 'test';

  @ApiProperty({ type: String, nullable: true })
  object_id: string | null;

  @ApiProperty({ type: String, enum: HOOK_DELIVERY_STATUSES })
  status: HookDeliveryStatus;

  @ApiProperty({ type: 'integer' })
  attempts: number;

  @ApiProperty({ type: 'integer', nullable: true, description: 'Of the last answer; null if none came.' })
  response_status: number | null;

  @ApiProperty({ type: String, nullable: true, description: 'Why the last attempt failed.' })
  error: string | null;

  @ApiProperty({ type: 'integer', nullable: true })
  duration_ms: number | null;

  @ApiProperty(TIME)
  created_at: string;

  @ApiProperty(MAYBE_TIME)
  last_attempt_at: string | null;

  @ApiProperty({ ...MAYBE_TIME, description: 'Null once it is delivered or given up.' })
  next_attempt_at: string | null;
}

export class HookDeliveryPage extends pageOf(HookDeliveryResponse) {}

true satisfies SameShape<HookResponse, HookDto>;
true satisfies SameShape<CreatedHookResponse, CreatedHookDto>;
true satisfies SameShape<HookDeliveryResponse, HookDeliveryDto>;
