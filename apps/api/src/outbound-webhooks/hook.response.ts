import { ApiProperty } from '@nestjs/swagger';
import {
  HOOK_DELIVERY_STATUSES,
  LIMITS,
  HOOK_EVENTS,
  HOOK_SUBSCRIPTIONS,
  type CreatedHookDto,
  type HookDeliveryDto,
  type HookDeliveryStatus,
  type HookDto,
  type HookEvent,
  type HookSubscription,
} from '@groupless/shared-dto';
import { pageOf } from '../platform/docs/page-of';
import type { SameShape } from '../platform/docs/same-shape';

const TIME = { type: String, format: 'date-time' } as const;
const MAYBE_TIME = { ...TIME, nullable: true } as const;

export class HookResponse implements HookDto {
  @ApiProperty({ type: String, format: 'uuid' })
  id: string;

  @ApiProperty({ type: String, example: 'https://hooks.example.com/groupless' })
  url: string;

  @ApiProperty({ type: String, enum: HOOK_SUBSCRIPTIONS, isArray: true, example: ['appointment.booked'] })
  events: HookSubscription[];

  @ApiProperty({ type: Boolean })
  active: boolean;

  @ApiProperty({
    type: String,
    nullable: true,
    example: null,
    description: 'The name of the API key that made it, which sees no other; null: an admin did.',
  })
  made_by_key: string | null;

  @ApiProperty({ ...MAYBE_TIME, description: 'Until then the secret before a rotation signs too.' })
  previous_secret_until: string | null;

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

  @ApiProperty({
    type: String,
    example: '{"type":"appointment.booked","timestamp":"2027-03-01T09:00:00.000Z","data":{}}',
    description: `What is sent; of a longer one the first ${LIMITS.hook_request_shown} characters.`,
  })
  request_body: string;

  @ApiProperty({
    type: String,
    nullable: true,
    example: 'ok',
    description: `The first ${LIMITS.hook_response_bytes} bytes of the last answer, as UTF-8; null if none came.`,
  })
  response_body: string | null;

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
