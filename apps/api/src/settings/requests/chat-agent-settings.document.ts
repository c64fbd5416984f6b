import {
  LIMITS,
  type ChatAgentSettingsDto,
  type ServiceDto,
  type WorkingHoursDto,
} from '@groupless/shared-dto';
import type { SameShape } from '../../shared/docs/same-shape';
import { Flag, Integer, Text, TextList } from '../../shared/validation/fields';
import { LanguageTag, TimeZone } from '../../shared/validation/locale-fields';
import { ListOf } from '../../shared/validation/object-fields';
import { PhoneRegion, TimeOfDay } from './chat-agent.fields';

class WorkingHours implements WorkingHoursDto {
  @Integer({ min: 1, max: 7, description: '1 is Monday, 7 is Sunday.', example: 1 })
  day: number;

  @TimeOfDay({ latest: '23:59', example: '09:00' })
  opens: string;

  @TimeOfDay({ latest: '24:00', description: '`24:00` is the end of the day.', example: '18:00' })
  closes: string;
}

class Service implements ServiceDto {
  @Text({ ...LIMITS.service_name, description: 'Unique among the services.', example: 'Consultation' })
  name: string;

  @Integer({ ...LIMITS.service_minutes, example: 45 })
  duration_minutes: number;
}

/** The whole of the settings, as they are sent and answered. */
export class ChatAgentSettingsDocument implements ChatAgentSettingsDto {
  @Text({ ...LIMITS.agent_name, description: 'How the agent calls itself.', example: 'Mia' })
  name: string;

  @Text({ ...LIMITS.agent_greeting, example: 'Hello, this is Mia. How can I help?' })
  greeting: string;

  @LanguageTag({ description: 'What the agent speaks: a BCP 47 language tag.', example: 'en' })
  language: string;

  @TimeZone({ description: 'Where the business is: an IANA time zone.', example: 'Europe/Vienna' })
  time_zone: string;

  @PhoneRegion({
    description: 'ISO 3166 code of the country whose phone numbers come without a prefix.',
    example: 'AT',
  })
  phone_region: string;

  @ListOf(() => WorkingHours, {
    ...LIMITS.working_hours,
    description: 'When the business is open, in its time zone. Hours of one day may not overlap.',
    example: [{ day: 1, opens: '09:00', closes: '18:00' }],
  })
  working_hours: WorkingHours[];

  @Integer({ ...LIMITS.slot_minutes, description: 'How long an appointment takes unless said.', example: 30 })
  slot_minutes: number;

  @TextList({
    ...LIMITS.resource,
    least: LIMITS.resources.min,
    most: LIMITS.resources.max,
    description: 'What can be booked at the same time as the others: rooms, people.',
    example: ['main'],
  })
  resources: string[];

  @ListOf(() => Service, {
    ...LIMITS.services,
    description: 'What the business can be booked for.',
    example: [{ name: 'Consultation', duration_minutes: 45 }],
  })
  services: Service[];

  @Flag({ description: 'Whether what the agent books needs no confirmation.', example: false })
  auto_confirm: boolean;

  @Flag({
    description: 'Whether the agent may book and answer; while it may not, it is told `agent_disabled`.',
    example: true,
  })
  enabled: boolean;
}

true satisfies SameShape<ChatAgentSettingsDocument, ChatAgentSettingsDto>;
