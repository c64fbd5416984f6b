import { Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock';
import { firstInstantOf } from '../../../platform/validation/times/day-or-time';
import { ChatAgentSettingsService } from '../../../settings/chat-agent-settings.service';
import { WANTED } from '../hits/candidates';
import { eventNamedIn, type NamedEvent } from './named-event';
import { planSearch } from '../plan/search-plan';
import { SearchRepository, type SearchedRows } from '../search.repository';
import { timeNamedIn, type Period } from './time-words';

/** The times that a search names, by days of the business's time zone. */
@Injectable()
export class SearchTimeService {
  private known_time_zone: string | null = null;

  constructor(
    private readonly search: SearchRepository,
    private readonly settings: ChatAgentSettingsService,
    private readonly clock: Clock,
  ) {}

  /** The words to search by, which may be none, and the time that the query names. */
  async of(q: string, rows: SearchedRows): Promise<{ words: string; period: Period | null }> {
    const named = eventNamedIn(q);
    const at = named === null ? null : await this.dateOf(named, rows);
    if (named !== null && at !== null) {
      const period = named.isBefore ? { from: null, to: at } : { from: at, to: null };
      return { words: named.rest, period };
    }
    const time = timeNamedIn(q);
    const period = time?.periodAt(this.clock.now(), await this.timeZone()) ?? null;
    return { words: time === null || period === null ? q : time.rest, period };
  }

  /** When something happened: the date of the row that tells it best, if that has each word of it. */
  private async dateOf({ event }: NamedEvent, rows: SearchedRows): Promise<Date | null> {
    const terms = await this.search.listTerms(event, rows.kinds, rows.reader);
    const plan = planSearch(terms, WANTED);
    const [hit] =
      plan === null
        ? []
        : await this.search.listHits(plan, { ...rows, since: null, is_around: false }, null, 1);
    const stems = terms.terms.filter(({ places }) => places.length > 0);
    const hasAll = hit !== undefined && stems.every(({ lexeme }) => hit.words.includes(lexeme));
    return hasAll && hit.at !== null ? new Date(hit.at) : null;
  }

  async startOf(since: string | undefined): Promise<Date | null> {
    return since === undefined ? null : new Date(firstInstantOf(since, await this.timeZone()));
  }

  /** Of the business. Its settings are in the panel's database: while that is away, the memory goes on with what it knew. */
  private async timeZone(): Promise<string> {
    try {
      this.known_time_zone = (await this.settings.current()).time_zone;
    } catch (error) {
      if (this.known_time_zone === null) throw error;
    }
    return this.known_time_zone;
  }
}
