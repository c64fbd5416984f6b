import { Injectable } from '@nestjs/common';
import type {
  BookingGroupDto,
  ConversationGroupDto,
  ReportDto,
  ReportGrouping,
  ReportQueryDto,
  ResourceFiguresDto,
  ServiceFiguresDto,
} from '@groupless/shared-dto';
import { Clock } from '../platform/clock';
import { ChatAgentSettingsService } from '../settings/chat-agent-settings.service';
import { DEFINITIONS } from './definitions';
import { CountedCellsService, isSeries, type SeriesBy } from './counted-cells.service';
import { daysOf, firstDayOf, periodsOf } from './period';
import {
  bookingFigures,
  busiestHours,
  conversationFigures,
  filledMinutes,
  responseFigures,
} from './report-figures';
import { ReportsRepository, type Cell, type Named, type SeriesCell } from './reports.repository';

/** Where the cells of a group are, and which part of their keys names it. */
interface Grouping {
  made: string | null;
  visits: string;
  chats: string | null;
  groupOf: (figure: string, key: string) => string;
}

const beforeLast = (key: string) => key.slice(0, key.lastIndexOf(':'));
const part = (key: string, place: number) => key.split(':')[place] ?? '';

const GROUPINGS: Record<Exclude<ReportGrouping, SeriesBy>, Grouping> = {
  source: {
    ...{ made: 'made_source', visits: 'visit_source', chats: 'chat_channel' },
    groupOf: (_figure, key) => beforeLast(key),
  },
  service: {
    ...{ made: 'made_service', visits: 'visit_service', chats: null },
    groupOf: (_figure, key) => beforeLast(key),
  },
  resource: {
    ...{ made: 'made_resource', visits: 'visit_resource', chats: null },
    groupOf: (_figure, key) => beforeLast(key),
  },
  hour: {
    ...{ made: 'made', visits: 'visit', chats: 'chat' },
    groupOf: (figure, key) => part(key, figure === 'visit' ? 1 : 0),
  },
};

/** Cells of one period, by their figure. */
class Cells {
  private readonly byFigure: Map<string, Cell[]>;

  constructor(cells: readonly Cell[]) {
    this.byFigure = Map.groupBy(cells, ({ figure }) => figure);
  }

  of(figure: string | null): readonly Cell[] {
    return (figure === null ? undefined : this.byFigure.get(figure)) ?? [];
  }

  /** Those of a figure by what they are grouped by. */
  by(figure: string | null, { groupOf }: Grouping): Map<string, Cell[]> {
    return Map.groupBy(this.of(figure), ({ figure: of, key }) => groupOf(of, key));
  }
}

interface Groups {
  bookings: BookingGroupDto[];
  conversations: ConversationGroupDto[];
}

@Injectable()
export class ReportsService {
  constructor(
    private readonly cells: CountedCellsService,
    private readonly reports: ReportsRepository,
    private readonly settings: ChatAgentSettingsService,
    private readonly clock: Clock,
  ) {}

  /** @throws AppError `invalid_request` for a period that is none, or too long; `counting` while much of it is not counted yet */
  async get({ by = 'day', ...asked }: ReportQueryDto): Promise<ReportDto> {
    const { time_zone } = await this.settings.current();
    const periods = periodsOf(asked, this.clock.now(), time_zone);
    const { period, previous } = periods;
    const days = daysOf(periods, time_zone);
    const [cells, names, recorded_since] = await Promise.all([
      this.cells.read(days, time_zone, period.from, isSeries(by) ? by : null),
      this.reports.listNames(),
      this.reports.recordedSince(),
    ]);
    const [now, before] = [new Cells(cells.present), new Cells(cells.previous)];
    const groups = isSeries(by)
      ? seriesOf(cells.series, firstDaysOf(days.slice(previous.days), by))
      : groupsOf(now, before, GROUPINGS[by], new Map(names.map(({ id, name }) => [id, name])));
    const bookings = (from: Cells) => bookingFigures(from.of('made'), from.of('visit'));
    const conversations = (from: Cells) => conversationFigures(from.of('chat'));
    const response = (from: Cells) => responseFigures(from.of('answer'));
    return {
      ...{ by, time_zone, period, previous },
      bookings: {
        ...bookings(now),
        previous: bookings(before),
        groups: groups.bookings,
        busiest: busiestHours(now.of('visit')),
        services: servicesOf(ofKind(names, 'service'), now, before),
      },
      conversations: {
        ...conversations(now),
        previous: conversations(before),
        groups: groups.conversations,
        recorded_since: recorded_since.toISOString(),
      },
      response: { ...response(now), previous: response(before) },
      resources: resourcesOf(ofKind(names, 'resource'), now, before),
      definitions: DEFINITIONS,
    };
  }
}

/** The first days of all days, weeks or months in which the days are. */
function firstDaysOf(days: readonly { day: string }[], by: SeriesBy): string[] {
  return [...new Set(days.map(({ day }) => firstDayOf(day, by)))];
}

function seriesOf(cells: readonly SeriesCell[], firstDays: readonly string[]): Groups {
  const byDay = Map.groupBy(cells, ({ begins }) => begins);
  const groups = firstDays.map((key) => ({ key, of: new Cells(byDay.get(key) ?? []) }));
  return {
    bookings: groups.map(({ key, of }) => ({
      ...{ key, name: key },
      ...bookingFigures(of.of('made'), of.of('visit')),
      previous: null,
    })),
    conversations: groups.map(({ key, of }) => ({
      ...{ key, name: key },
      ...conversationFigures(of.of('chat')),
      previous: null,
    })),
  };
}

function groupsOf(now: Cells, before: Cells, grouping: Grouping, names: ReadonlyMap<string, string>): Groups {
  const all = (figure: string | null) => [now.by(figure, grouping), before.by(figure, grouping)];
  const [made, visits, chats] = [all(grouping.made), all(grouping.visits), all(grouping.chats)];
  const keysOf = (...maps: Map<string, Cell[]>[]) =>
    [...new Set(maps.flatMap((map) => [...map.keys()]))].sort();
  const named = (key: string) => ({ key, name: names.get(key) ?? key });
  const cellsIn = (maps: Map<string, Cell[]>[], place: number, key: string) => maps[place]?.get(key) ?? [];
  const bookings = (place: number, key: string) =>
    bookingFigures(cellsIn(made, place, key), cellsIn(visits, place, key));
  const conversations = (place: number, key: string) => conversationFigures(cellsIn(chats, place, key));
  return {
    bookings: keysOf(...made, ...visits).map((key) => ({
      ...named(key),
      ...bookings(0, key),
      previous: bookings(1, key),
    })),
    conversations: keysOf(...chats).map((key) => ({
      ...named(key),
      ...conversations(0, key),
      previous: conversations(1, key),
    })),
  };
}

type KindNamed = Named & { kind: 'service' | 'resource' };

const ofKind = (names: readonly KindNamed[], kind: KindNamed['kind']) =>
  names.filter((one) => one.kind === kind);

const asRow = ({ id, name, archived_at }: Named) => ({
  ...{ id, name },
  archived_at: archived_at?.toISOString() ?? null,
});

/** Those that were in either period, or can be booked. */
function servicesOf(services: readonly Named[], now: Cells, before: Cells): ServiceFiguresDto[] {
  const visits = now.by('visit_service', GROUPINGS.service);
  const earlier = before.by('visit_service', GROUPINGS.service);
  return services
    .filter(({ id, archived_at }) => archived_at === null || [visits, earlier].some((cells) => cells.has(id)))
    .map((service) => {
      const { visits: count, cancelled, no_show, minutes } = bookingFigures([], visits.get(service.id) ?? []);
      const former = bookingFigures([], earlier.get(service.id) ?? []);
      return {
        ...asRow(service),
        ...{ visits: count, cancelled, no_show, minutes },
        ...{ previous_no_show: former.no_show, previous_minutes: former.minutes },
      };
    });
}

/** The same of resources. */
function resourcesOf(resources: readonly Named[], now: Cells, before: Cells): ResourceFiguresDto[] {
  const visits = now.by('visit_resource', GROUPINGS.resource);
  const earlier = before.by('visit_resource', GROUPINGS.resource);
  return resources
    .filter(({ id, archived_at }) => archived_at === null || [visits, earlier].some((cells) => cells.has(id)))
    .map((resource) => {
      const cells = visits.get(resource.id) ?? [];
      return {
        ...asRow(resource),
        visits: bookingFigures([], cells).visits,
        filled_minutes: filledMinutes(cells),
        previous_filled_minutes: filledMinutes(earlier.get(resource.id) ?? []),
      };
    });
}
