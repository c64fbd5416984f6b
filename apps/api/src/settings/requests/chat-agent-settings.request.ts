import {
  AGENT_HOURS,
  AGENT_LOOKUPS,
  CANCEL_LATE,
  KEPT_TIMES,
  LIMITS,
  USES,
  type AgentHours,
  type AgentLookup,
  type CancelLate,
  type KeptTime,
  type ReplaceChatAgentSettingsDto,
  type Use,
} from '@groupless/shared-dto';
import type { SameShape } from '../../platform/docs/same-shape';
import { Flag, Integer, OneOf, QueryFlag, Text } from '../../platform/validation/fields';
import { TextList } from '../../platform/validation/list-fields';
import { LanguageTag, PhoneRegion, TimeZone } from '../../platform/validation/locale-fields';
import { ListOf } from '../../platform/validation/object-fields';
import { Closure, GivenSchedule, Service, WorkingHours } from './chat-agent.parts';

/** What every replacement of the settings holds. */
class ChatAgentSettingsFields {
  @Text({ ...LIMITS.agent_name, description: 'How the agent calls itself.', example: 'Mia' })
  name: string;

  @Text({ ...LIMITS.agent_greeting, example: 'Hello, this is Mia. How can I help?' })
  greeting: string;

  @LanguageTag({ description: 'What the agent speaks: a BCP 47 language tag.', example: 'en' })
  language: string;

  @TimeZone({ description: 'Where the business is: an IANA time zone.', example: 'Europe/Vienna' })
  time_zone: string;

  @PhoneRegion({
    nullable: true,
    description:
      'ISO 3166 code of the country whose phone numbers come without a prefix. Null: nobody has chosen it since the installation; ' +
      'numbers without a country code stay as they are given until then. Once it is chosen, null is 400.',
    example: 'AT',
  })
  phone_region: string | null;

  @ListOf(() => WorkingHours, {
    ...LIMITS.working_hours,
    description:
      'When the business is open, in its time zone. Hours of one day and one resource may not overlap.',
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
    description:
      'What the business can be booked for: a booking that names one needs no title and no duration.',
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

const Hours = (optional: boolean) =>
  OneOf({
    optional,
    values: AGENT_HOURS,
    description:
      'When the agent may book: within the opening hours (`working_hours` without `closures`), or at any hour.',
    example: 'working',
  });
const OnGrid = (optional: boolean) =>
  Flag({
    optional,
    description:
      'Whether the agent books and moves only to starts that free times list, for as long as the service takes; its tools always do.',
    example: false,
  });
const Closures = (optional: boolean) =>
  ListOf(() => Closure, {
    optional,
    ...LIMITS.closures,
    description: 'Holidays and other times at which the business, or a resource, is closed.',
    example: [{ from: '2026-12-24', to: '2026-12-26', reason: 'Christmas', public: true }],
  });
const Notice = (optional: boolean) =>
  Integer({
    optional,
    ...LIMITS.notice_minutes,
    description: 'How long before its start the agent must book at the latest.',
    example: 120,
  });
const Buffer = (optional: boolean) =>
  Integer({
    optional,
    ...LIMITS.buffer_minutes,
    description: 'How long a resource stays free around what the agent books.',
    example: 10,
  });
const Lookup = (optional: boolean) =>
  OneOf({
    optional,
    values: AGENT_LOOKUPS,
    description:
      'Whom the agent’s tools may look bookings up for: only callers whose number or chat the platform tells ' +
      '(`verified`), also those who say the phone and the name that are stored (`phone_and_name`), or nobody (`off`).',
    example: 'phone_and_name',
  });
const CancelNotice = (optional: boolean) =>
  Integer({
    optional,
    ...LIMITS.notice_minutes,
    description: 'From how long before its start on a cancellation by the agent is late; 0: never.',
    example: 1440,
  });
const LateCancel = (optional: boolean) =>
  OneOf({
    optional,
    values: CANCEL_LATE,
    description: 'What becomes of a late one: kept, and marked `late`; or refused, `too_late`.',
    example: 'keep',
  });
const Horizon = (optional: boolean) =>
  Integer({
    optional,
    ...LIMITS.horizon_days,
    description: 'How many days ahead the agent may book.',
    example: 365,
  });

const Phone = (optional: boolean) =>
  Text({
    optional,
    ...LIMITS.phone,
    description: 'The phone of the business, as mails show it; empty: none.',
    example: '+43 1 234567',
  });

const BusinessName = (optional: boolean) =>
  Text({
    optional,
    ...LIMITS.business_name,
    description: 'What mails call the business; empty: `name`.',
    example: 'Salon Mia',
  });

const Address = (optional: boolean) =>
  Text({
    optional,
    ...LIMITS.business_address,
    description: 'Where the business is, as mails and their calendars show it; empty: none.',
    example: 'Hauptstraße 1, 1010 Wien',
  });

const UsedFor = (optional: boolean) =>
  OneOf({
    optional,
    nullable: true,
    values: USES,
    description:
      'What the installation is for: with that the panel begins. Null: nobody has said it, and the panel asks.',
    example: 'bookings',
  });

const FeedNotes = (optional: boolean) =>
  Flag({ optional, description: 'Whether the calendar feed has the notes of appointments.', example: false });

const ZoneChosen = (optional: boolean) =>
  Flag({
    optional,
    description: 'Whether somebody has chosen the time zone: by another one, or by skipping that first step.',
    example: true,
  });

const Unnamed = (optional: boolean) =>
  Text({
    optional,
    nullable: true,
    ...LIMITS.resource,
    description:
      'The resource that the installation began with, until it is renamed or this is sent as null. Beside others, a booking for ' +
      '`any` never gets it.',
    example: null,
  });

const SCHEDULES = {
  ...LIMITS.resources,
  description:
    'When each resource works, and what it does. One that is not named is as the business, and does all services.',
  example: [{ resource: 'main', working_hours: null, services: null, exceptions: [], colour: '#1f8a70' }],
};

export class ReplaceChatAgentSettingsRequest
  extends ChatAgentSettingsFields
  implements ReplaceChatAgentSettingsDto
{
  @Hours(true) agent_hours?: AgentHours;
  @OnGrid(true) agents_on_grid?: boolean;
  @Closures(true) closures?: Closure[];
  @Notice(true) notice_minutes?: number;
  @Buffer(true) buffer_minutes?: number;
  @Lookup(true) agent_lookup?: AgentLookup;
  @CancelNotice(true) cancel_notice_minutes?: number;
  @LateCancel(true) cancel_late?: CancelLate;
  @Horizon(true) horizon_days?: number;
  @FeedNotes(true) feed_notes?: boolean;
  @ZoneChosen(true) time_zone_chosen?: boolean;
  @Unnamed(true) unnamed_resource?: string | null;
  @Phone(true) phone?: string;
  @BusinessName(true) business_name?: string;
  @Address(true) address?: string;
  @UsedFor(true) used_for?: Use | null;
  @ListOf(() => GivenSchedule, { ...SCHEDULES, optional: true }) schedules?: GivenSchedule[];
}

export class ReplacementQuery {
  @OneOf({
    optional: true,
    values: KEPT_TIMES,
    description:
      'What coming appointments keep where the time zone changes: what the clock shows (they are moved), or the moment.',
  })
  keep?: KeptTime;

  @QueryFlag({
    optional: true,
    description:
      'Whether resources may go that have coming appointments: these stay on a name that can no longer be booked.',
  })
  keep_appointments?: 'true' | 'false';

  @QueryFlag({
    optional: true,
    description:
      'Whether resources and services may go that others made or renamed within the hour, although no `If-Match` is sent.',
  })
  remove_recent?: 'true' | 'false';

  @QueryFlag({ optional: true, description: 'Whether to answer what would be stored, and change nothing.' })
  dry_run?: 'true' | 'false';

  @Text({
    optional: true,
    ...LIMITS.resource,
    description: 'The resource to which coming appointments of resources move that go.',
    example: 'main',
  })
  move_to?: string;
}
true satisfies SameShape<ReplaceChatAgentSettingsRequest, ReplaceChatAgentSettingsDto>;
