import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { AuditEvent } from '../../audit/audit-event.entity';
import { PanelStatements } from '../../database/database.module';
import { User } from '../../users/user.entity';
import { CalendarToken } from '../../users/calendar-token.entity';

/** The owner of a calendar feed. */
export type CalendarUser = Pick<User, 'id' | 'name' | 'role' | 'locale' | 'time_zone'>;

const FIND_USER = {
  name: 'find_calendar_user',
  text: `
    select u.id, u.name, u.role, u.locale, u.time_zone
    from calendar_tokens t join users u on u.id = t.user_id
    where t.token_digest = $1 and u.is_active`,
};

@Injectable()
export class CalendarTokensRepository {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly panel: PanelStatements,
  ) {}

  async findUser(token_digest: Buffer): Promise<CalendarUser | null> {
    return (await this.panel.run<CalendarUser>(FIND_USER, [token_digest]))[0] ?? null;
  }

  /**
   * Replaces the user's token.
   * @returns false if the user was removed or deactivated meanwhile
   */
  replaceToken(token: Omit<CalendarToken, 'user'>, event: AuditEvent): Promise<boolean> {
    return this.dataSource.transaction(async (transaction) => {
      // Locks the user until the token is stored.
      const lock = { mode: 'pessimistic_read' } as const;
      const held = { where: { id: token.user_id, is_active: true }, select: { id: true }, lock };
      if ((await transaction.findOne(User, held)) === null) return false;
      await transaction.upsert(CalendarToken, token, ['user_id']);
      await transaction.insert(AuditEvent, event);
      return true;
    });
  }
}
