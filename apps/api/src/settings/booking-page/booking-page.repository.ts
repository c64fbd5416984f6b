import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { AuditEvent } from '../../audit/audit-event.entity';
import type { ExpectedVersions } from '../../platform/http/headers/if-match';
import { BookingPage } from './booking-page.entity';

/** The page is one row, whose id is `true`. */
const THE_ROW = { id: true };

@Injectable()
export class BookingPageRepository {
  constructor(@InjectRepository(BookingPage) private readonly page: Repository<BookingPage>) {}

  getPage(): Promise<BookingPage> {
    return this.page.findOneByOrFail(THE_ROW);
  }

  async findLogo(): Promise<Buffer | null> {
    const { logo } = await this.page.findOneOrFail({ where: THE_ROW, select: { id: true, logo: true } });
    return logo ?? null;
  }

  /**
   * @param change the new columns, from the stored ones
   * @returns null if the row has none of the expected versions
   */
  replace(
    versions: ExpectedVersions,
    change: (stored: BookingPage) => Partial<BookingPage>,
    event: AuditEvent,
  ): Promise<BookingPage | null> {
    return this.page.manager.transaction(async (transaction) => {
      const lock = { mode: 'pessimistic_write' } as const;
      const stored = await transaction.findOneOrFail(BookingPage, { where: THE_ROW, lock });
      if (versions !== null && !versions.includes(stored.version)) return null;
      await transaction.update(BookingPage, THE_ROW, { ...change(stored), version: stored.version + 1 });
      await transaction.insert(AuditEvent, event);
      return transaction.findOneByOrFail(BookingPage, THE_ROW);
    });
  }
}
