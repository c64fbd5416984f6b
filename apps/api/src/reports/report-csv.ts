import {
  BOOKING_FIGURES,
  CONVERSATION_FIGURES,
  type ReportBookingsDto,
  type ReportConversationsDto,
  type ReportDto,
} from '@groupless/shared-dto';
import { defused } from '@groupless/shared-dto/business/csv-cells';
import { BYTE_ORDER_MARK, toCsv } from '../shared/csv/csv-text';

const shown = (value: number | null | undefined) =>
  value === null || value === undefined ? '' : String(value);

/** A line for each group, then for both periods. */
export function reportCsv({ by, period, previous, bookings, conversations, response }: ReportDto): string {
  const chats = new Map(conversations.groups.map((group) => [group.key, group]));
  const booked = new Map(bookings.groups.map((group) => [group.key, group]));
  const line = (
    [group, name]: [string, string],
    of: ReportBookingsDto | undefined,
    talks: ReportConversationsDto | undefined,
    [median, p90]: (number | null)[] = [],
  ) => [
    ...[defused(group), defused(name)],
    ...BOOKING_FIGURES.map((figure) => shown(of?.[figure])),
    ...CONVERSATION_FIGURES.map((figure) => shown(talks?.[figure])),
    ...[shown(median), shown(p90)],
  ];
  const keys = [...new Set([...booked.keys(), ...chats.keys()])];
  return `${BYTE_ORDER_MARK}${toCsv([
    [by, 'name', ...BOOKING_FIGURES, ...CONVERSATION_FIGURES, 'median_s', 'p90_s'],
    ...keys.map((key) =>
      line([key, booked.get(key)?.name ?? chats.get(key)?.name ?? key], booked.get(key), chats.get(key)),
    ),
    line(['period', `${period.from}/${period.to}`], bookings, conversations, [
      response.median_s,
      response.p90_s,
    ]),
    line(['previous', `${previous.from}/${previous.to}`], bookings.previous, conversations.previous, [
      response.previous.median_s,
      response.previous.p90_s,
    ]),
  ])}`;
}
