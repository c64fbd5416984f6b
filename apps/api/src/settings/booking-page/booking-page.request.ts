import {
  ASKED,
  LIMITS,
  type Asked,
  type AskedContactsDto,
  type BookingQuestionDto,
  type ReplaceBookingPageDto,
} from '@groupless/shared-dto';
import { Matches } from 'class-validator';
import { parseHost } from '../../config/addresses';
import type { SameShape } from '../../platform/docs/same-shape';
import { fault, Holds } from '../../platform/validation/field';
import { Flag, Integer, NameText, OneOf, Text } from '../../platform/validation/fields';
import { TextList, UuidList } from '../../platform/validation/list-fields';
import { ListOf, ObjectOf } from '../../platform/validation/object-fields';
import { Colour } from '../requests/chat-agent.fields';

const { slug, title, text, questions, privacy_url, privacy_version, frame_hosts, ...numbers } =
  LIMITS.booking_page;
const MOST_ROWS = 200;

class AskedContacts implements AskedContactsDto {
  @OneOf({ values: ASKED, example: 'required' }) phone: Asked;
  @OneOf({ values: ASKED, example: 'optional' }) email: Asked;
}

class BookingQuestion implements BookingQuestionDto {
  @NameText({ ...questions.label, example: 'Is this your first visit?' }) label: string;
  @Flag({ example: false }) required: boolean;
}

export class ReplaceBookingPageRequest implements ReplaceBookingPageDto {
  @Flag({ description: 'While it is off, its addresses are 404.', example: true })
  enabled: boolean;

  // Of two decorators the lower one is checked first.
  @Matches(
    /^(?:[a-z0-9]+(?:-[a-z0-9]+)*)?$/,
    fault('invalid_format', 'must have small letters, digits and single hyphens between them'),
  )
  @Text({ ...slug, description: 'The end of its address, `/book/<slug>`; empty: none.', example: 'salon' })
  slug: string;

  @Text({ ...title, description: 'Empty: the name of the business.', example: 'Salon Emil' })
  title: string;

  @Text({ ...text, description: 'Stands above the first step.', example: 'We are looking forward to you.' })
  text: string;

  @UuidList({
    optional: true,
    least: 0,
    most: MOST_ROWS,
    description:
      'What can be booked; empty: all services. In place of `services`, which then may only be their names.',
    example: [],
  })
  service_ids?: string[];

  @TextList({ optional: true, ...LIMITS.service_name, most: MOST_ROWS, example: [] })
  services?: string[];

  @UuidList({
    optional: true,
    least: 0,
    most: MOST_ROWS,
    description:
      'Who can be booked; empty: all. In place of `resources`, which then may only be their names.',
    example: [],
  })
  resource_ids?: string[];

  @TextList({ optional: true, ...LIMITS.resource, most: MOST_ROWS, example: [] })
  resources?: string[];

  @Flag({ description: 'Whether visitors may choose with whom it is.', example: true })
  choose_resource: boolean;

  @Integer({ ...numbers.horizon_days, description: 'How far ahead, in days.', example: 60 })
  horizon_days: number;

  @Integer({ ...numbers.notice_minutes, description: 'How long before the start at least.', example: 120 })
  notice_minutes: number;

  @Integer({
    ...numbers.open_per_visitor,
    description: 'How many coming bookings a visitor may have.',
    example: 3,
  })
  open_per_visitor: number;

  @Flag({ description: 'Whether a booking is confirmed at once; else it is pending.', example: false })
  confirm: boolean;

  @Flag({
    optional: true,
    description:
      'Whether a visitor confirms the email by a link, within `hold_minutes`, before there is a booking; as long as mail is on and an email is asked for. Absent: as it was.',
    example: false,
  })
  confirm_contact?: boolean;

  @ObjectOf(() => AskedContacts, {
    description: 'What visitors are asked for. One of both has to be given.',
    example: { phone: 'required', email: 'optional' },
  })
  ask: AskedContacts;

  @ListOf(() => BookingQuestion, {
    max: questions.max,
    description: 'Questions of one’s own. The answers stand in the notes of the booking.',
    example: [{ label: 'Is this your first visit?', required: false }],
  })
  questions: BookingQuestion[];

  @Holds('isWebAddress', isWebAddress, fault('invalid_format', 'must begin with https:// or http://'))
  @Text({ ...privacy_url, nullable: true, example: 'https://www.example.com/privacy' })
  privacy_url: string | null;

  @Text({
    optional: true,
    ...privacy_version,
    description: 'Stands in the history of a booking, with what the visitor agreed to. Absent: as it was.',
    example: '2027-01',
  })
  privacy_version?: string;

  @Colour({ description: 'The text on it is black or white, whichever is read better.', example: '#4758d4' })
  accent: string;

  @Holds('areHosts', areHosts, fault('invalid_format', 'must hold hosts, such as www.example.com'))
  @TextList({
    ...frame_hosts,
    description: 'The sites that may show the page in a frame; none: no site may.',
    example: ['www.example.com'],
  })
  frame_hosts: string[];

  @Flag({
    optional: true,
    description: 'Whether times that get free are offered to who waits for them. Absent: as it was.',
    example: true,
  })
  waiting_list?: boolean;

  @Integer({
    optional: true,
    ...numbers.hold_minutes,
    description: 'For how many minutes an offered time is held. Absent: as it was.',
    example: 30,
  })
  hold_minutes?: number;

  @Flag({ optional: true, description: 'Of the answer; without effect.', example: false })
  has_logo?: boolean;

  @Text({
    optional: true,
    nullable: true,
    max: 2_000,
    description: 'Of the answer; without effect.',
    example: 'https://panel.example.com/book/salon',
  })
  url?: string | null;
}

function isWebAddress(text: string): boolean {
  return /^https?:\/\/[^\s"'<>]+$/.test(text) && URL.canParse(text);
}

/** Hosts stand in a header, so nothing else may. */
function areHosts(hosts: string[]): boolean {
  return hosts.every((one) => {
    const [host = '', port, ...rest] = one.split(':');
    return rest.length === 0 && parseHost(host) !== null && (port === undefined || /^\d{1,5}$/.test(port));
  });
}

true satisfies SameShape<ReplaceBookingPageRequest, ReplaceBookingPageDto>;
