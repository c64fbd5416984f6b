import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { AuditEvent } from '../audit/audit-event.entity';
import { PanelStatements } from '../database/database.module';
import type { ExpectedVersions } from '../shared/http/if-match';
import type { ShownAccount } from './account.mapper';
import { SHOWN } from './accounts.repository';
import { AssistantAccount } from './assistant-account.entity';

/** The active account with what is stored of its session. */
export type ActiveAccount = Pick<
  AssistantAccount,
  'id' | 'name' | 'type' | 'session_data' | 'session_version' | 'updated_at'
>;

export interface NewSession {
  /** Sealed. */
  session_data: string;
  session_expires_at: Date | null;
}

const FIND_ACTIVE = {
  name: 'find_active_session',
  text: `select id, name, type, session_data, session_version, updated_at
         from assistant_accounts where is_active`,
};

/** The sessions of the accounts, sealed. */
@Injectable()
export class AccountSessionsRepository {
  constructor(
    @InjectDataSource() private readonly panel: DataSource,
    private readonly statements: PanelStatements,
  ) {}

  async findActive(): Promise<ActiveAccount | null> {
    const [active] = await this.statements.run<ActiveAccount>(FIND_ACTIVE, []);
    return active ?? null;
  }

  findOne(id: string): Promise<ActiveAccount | null> {
    return this.panel.getRepository(AssistantAccount).findOne({
      select: {
        id: true,
        name: true,
        type: true,
        session_data: true,
        session_version: true,
        updated_at: true,
      },
      where: { id },
    });
  }

  /**
   * Stores a session under a version of its own.
   * @param versions which session it may replace
   * @returns null if there is no such account, or it has another session
   */
  storeSession(
    id: string,
    session: NewSession,
    versions: ExpectedVersions,
    event: AuditEvent,
  ): Promise<ShownAccount | null> {
    return this.panel.transaction(async (transaction) => {
      const stored = await transaction
        .createQueryBuilder()
        .update(AssistantAccount)
        .set({
          ...session,
          session_version: () => `nextval('assistant_session_versions')`,
          session_updated_at: event.at,
          updated_at: event.at,
        })
        .where('id = :id and (:versions::int[] is null or session_version = any(:versions))', {
          id,
          versions,
        })
        .returning([...SHOWN])
        .execute();
      const [account] = stored.raw as ShownAccount[];
      if (account === undefined) return null;
      await transaction.insert(AuditEvent, event);
      return account;
    });
  }

  /** @returns whether there was a session */
  deleteSession(id: string, event: AuditEvent): Promise<boolean> {
    return this.panel.transaction(async (transaction) => {
      const { affected } = await transaction
        .createQueryBuilder()
        .update(AssistantAccount)
        .set({
          session_data: null,
          session_version: null,
          session_updated_at: null,
          session_expires_at: null,
          updated_at: event.at,
        })
        .where('id = :id and session_data is not null', { id })
        .execute();
      if (affected === 0) return false;
      await transaction.insert(AuditEvent, event);
      return true;
    });
  }
}
