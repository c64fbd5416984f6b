import {
  LIMITS,
  RESOURCE_KINDS,
  type CreateResourceDto,
  type CreateServiceDto,
  type PatchResourceDto,
  type PatchServiceDto,
  type ResourceKind,
} from '@groupless/shared-dto';
import type { SameShape } from '../../platform/docs/same-shape';
import { Flag, Integer, OneOf, QueryFlag, Text } from '../../platform/validation/fields';
import { TextList } from '../../platform/validation/list-fields';
import { Instant } from '../../platform/validation/times/time-fields';
import { Uuid } from '../../platform/validation/uuid-fields';
import {
  Exceptions,
  OwnColour,
  OwnHours,
  type ScheduleException,
  type ScheduleHours,
} from '../requests/chat-agent.parts';

const UUID_LENGTH = 36;
const NAME = { ...LIMITS.resource, description: 'Unique among those that can be booked.' };
const SERVICE_NAME = { ...LIMITS.service_name, description: NAME.description };
const ARCHIVED = { optional: true, nullable: true, example: null };

const Place = (most: number) =>
  Integer({
    optional: true,
    min: 1,
    max: most,
    description: 'Its place from 1 on; the others make room. At the end unless said.',
    example: 1,
  });

/** Which fields may be left out of a new resource, and of its change. */
class ResourceFields {
  @OneOf({
    optional: true,
    values: RESOURCE_KINDS,
    description: 'A person unless said. `any` is a person; a room is taken by services that need one.',
    example: 'person',
  })
  kind?: ResourceKind;

  @Uuid({
    optional: true,
    nullable: true,
    description: 'The user whose appointments these are.',
    example: null,
  })
  user_id?: string | null;

  @OwnColour(true) colour?: string | null;
  @Place(LIMITS.resources.max) position?: number;
  @OwnHours(true) working_hours?: ScheduleHours[] | null;

  @TextList({
    optional: true,
    nullable: true,
    max: UUID_LENGTH,
    most: LIMITS.services.max,
    description: 'The ids of the services that it does; null: all of them.',
    example: null,
  })
  services?: string[] | null;

  @Exceptions(true) exceptions?: ScheduleException[];
}

export class CreateResourceRequest extends ResourceFields implements CreateResourceDto {
  @Text({ ...NAME, example: 'Cleo' }) name: string;
}

export class PatchResourceRequest extends ResourceFields implements PatchResourceDto {
  @Text({ ...NAME, optional: true, example: 'Cleo M' }) name?: string;

  @Instant({ ...ARCHIVED, description: 'Null brings back an archived one; nothing else is accepted.' })
  archived_at?: string | null;
}

export class RemoveResourceQuery {
  @Uuid({ optional: true, description: 'The id of the resource that gets its coming appointments.' })
  move_to?: string;

  @QueryFlag({ optional: true, description: 'Whether coming appointments stay on the archived one.' })
  keep_appointments?: 'true' | 'false';
}

export class RemoveServiceQuery {
  @QueryFlag({
    optional: true,
    description: 'Whether it goes though coming appointments have it: they keep it.',
  })
  keep_appointments?: 'true' | 'false';
}

class ServiceFields {
  @Integer({
    optional: true,
    ...LIMITS.service_buffer_minutes,
    description: 'How long the resource stays free after it, for what agents book.',
    example: 10,
  })
  buffer_minutes?: number;

  @Flag({
    optional: true,
    description: 'Whether an appointment takes a free room beside its resource, for all of the visit.',
    example: false,
  })
  needs_room?: boolean;

  @Text({
    optional: true,
    nullable: true,
    ...LIMITS.service_price,
    description: 'As it is told to customers.',
    example: '€ 45',
  })
  price?: string | null;

  @Text({
    optional: true,
    nullable: true,
    ...LIMITS.service_description,
    description: 'What customers ask about it.',
    example: 'Wash, cut and blow-dry.',
  })
  description?: string | null;

  @Place(LIMITS.services.max) position?: number;
}

export class CreateServiceRequest extends ServiceFields implements CreateServiceDto {
  @Text({ ...SERVICE_NAME, example: 'Colour' }) name: string;
  @Integer({ ...LIMITS.service_minutes, example: 45 }) duration_minutes: number;
}

export class PatchServiceRequest extends ServiceFields implements PatchServiceDto {
  @Text({ ...SERVICE_NAME, optional: true, example: 'Colour and wash' }) name?: string;
  @Integer({ ...LIMITS.service_minutes, optional: true, example: 60 }) duration_minutes?: number;

  @Instant({ ...ARCHIVED, description: 'Null brings back an archived one; nothing else is accepted.' })
  archived_at?: string | null;
}

true satisfies SameShape<CreateResourceRequest, CreateResourceDto>;
true satisfies SameShape<PatchResourceRequest, PatchResourceDto>;
true satisfies SameShape<CreateServiceRequest, CreateServiceDto>;
true satisfies SameShape<PatchServiceRequest, PatchServiceDto>;
