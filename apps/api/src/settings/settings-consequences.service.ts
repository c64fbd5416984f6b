import type { AffectedAppointmentDto, ChatAgentSettingsDto, KeptTime } from '@groupless/shared-dto';
import type { Transaction } from '../database/transaction';
import type { KnownActor } from '../platform/access/caller';

/** A change of the settings. */
export interface SettingsChange {
  before: ChatAgentSettingsDto;
  after: ChatAgentSettingsDto;
  at: Date;
  actor: KnownActor;
}

/** What a change of the settings does to appointments, which know the settings and not the other way round. */
export interface SettingsConsequences {
  /**
   * Within the transaction that stores another time zone.
   * @param kept what coming appointments keep: what the clock shows, or the moment
   * @throws AppError `appointments_affected` where there are some and it is not said
   */
  keepTimes(transaction: Transaction, change: SettingsChange, kept: KeptTime | null): Promise<void>;
  /**
   * Coming appointments that were possible by the settings before and no longer are; by time.
   * @param kept what those kept when the time zone changed
   */
  listAffected(
    change: Pick<SettingsChange, 'before' | 'after' | 'at'>,
    kept: KeptTime | null,
  ): Promise<AffectedAppointmentDto[]>;
}
