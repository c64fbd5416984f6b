import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { AuditEvent } from '../../audit/audit-event.entity';
import { replaceSettings, THE_ROW } from '../../database/statements/settings-row';
import type { ExpectedVersions } from '../../platform/http/headers/if-match';
import { BookingPage } from './booking-page.entity';

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
   * @throws AppError `version_mismatch`
   */
  replace(
    versions: ExpectedVersions,
    change: (stored: BookingPage) => Partial<BookingPage>,
    event: AuditEvent,
  ): Promise<BookingPage> {
    return replaceSettings(this.page, versions, async (stored, transaction) => {
      const changed = change(stored);
      await transaction.insert(AuditEvent, event);
      return changed;
    });
  }
}
