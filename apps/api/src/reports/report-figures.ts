import type {
  ReportBookingsDto,
  BusyHourDto,
  ReportConversationsDto,
  ReportResponseDto,
} from '@groupless/shared-dto';
import type { Cell } from './reports.repository';

/** The figures of reports, made of cells. A key has its parts separated by colons; a channel may have some itself. */

const last = ({ key }: Cell) => key.slice(key.lastIndexOf(':') + 1);

type Counted = 'n' | 'moved' | 'minutes';

function sum(cells: readonly Cell[], of: Counted, keep: (part: string) => boolean): number {
  return cells.reduce((all, cell) => (keep(last(cell)) ? all + cell[of] : all), 0);
}

const any = () => true;
const standing = (status: string) => status !== 'cancelled';
const taken = (status: string) => status !== 'cancelled' && status !== 'no_show';

/**
 * Counts cells by their last part. Null where there are some, but of none of them it was recorded.
 * @param all how many there are
 * @param recorded of how many of them the part is known
 */
function counter(cells: readonly Cell[], all: number, recorded: number) {
  return (...parts: string[]): number | null =>
    recorded === 0 && all > 0 ? null : sum(cells, 'n', (part) => parts.includes(part));
}

/** @param made counted by who made it; `visits` by the status */
export function bookingFigures(made: readonly Cell[], visits: readonly Cell[]): ReportBookingsDto {
  const by_agent = sum(made, 'n', (maker) => maker !== 'other');
  const known = counter(
    made,
    by_agent,
    sum(made, 'n', (maker) => maker.startsWith('agent_')),
  );
  return {
    made: sum(made, 'n', any),
    by_agent,
    by_agent_in_hours: known('agent_in_hours'),
    by_agent_outside_hours: known('agent_outside_hours'),
    visits: sum(visits, 'n', any),
    moved: sum(visits, 'moved', any),
    cancelled: sum(visits, 'n', (status) => status === 'cancelled'),
    no_show: sum(visits, 'n', (status) => status === 'no_show'),
    minutes: sum(visits, 'minutes', taken),
  };
}

export function filledMinutes(visits: readonly Cell[]): number {
  return sum(visits, 'minutes', standing);
}

/** @param chats counted by how they went */
export function conversationFigures(chats: readonly Cell[]): ReportConversationsDto {
  const begun = sum(chats, 'n', any);
  const recorded = sum(chats, 'n', (outcome) => outcome !== 'unknown');
  const known = counter(chats, begun, recorded);
  return {
    begun,
    recorded,
    alone: known('alone'),
    person_needed: known('person', 'waited'),
    waited: known('waited'),
  };
}

/** @param answers counted by the seconds that they took, or by the minutes, which the second of their beginning stands for */
export function responseFigures(answers: readonly Cell[]): ReportResponseDto {
  const sorted = answers
    .map((cell) => ({ seconds: Number(last(cell)), n: cell.n }))
    .sort((a, b) => a.seconds - b.seconds);
  const answered = sum(answers, 'n', any);
  const within = (part: number): number | null => {
    let reached = 0;
    return sorted.find(({ n }) => (reached += n) >= Math.ceil(answered * part))?.seconds ?? null;
  };
  return { answered, median_s: within(0.5), p90_s: within(0.9) };
}

/** Each hour in which something begins. */
export function busiestHours(visits: readonly Cell[]): BusyHourDto[] {
  const byHour = Map.groupBy(
    visits.filter((cell) => standing(last(cell))),
    ({ key }) => key.slice(0, key.lastIndexOf(':')),
  );
  return [...byHour]
    .map(([key, cells]) => {
      const [weekday, hour] = key.split(':').map(Number);
      return { weekday: weekday ?? 0, hour: hour ?? 0, visits: sum(cells, 'n', any) };
    })
    .sort((a, b) => a.weekday - b.weekday || a.hour - b.hour);
}
