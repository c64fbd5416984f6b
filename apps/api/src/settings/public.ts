import type { AffectedAppointmentDto, ChatAgentSettingsDto, KeptTime } from '@groupless/shared-dto';
import type { Transaction } from '../database/transaction';
import type { KnownActor } from '../platform/access/caller';
import { Topic } from '../shared/bus/topic';

/** A change of the settings, in the transaction that stores it. */
export interface ChangeTerms {
  transaction: Transaction;
  at: Date;
  actor: KnownActor;
}

/** A resource that gets another name, or another spelling of it. */
export interface RenamedResource {
  from: string;
  to: string;
}

/** A resource that becomes a person or a room. */
export interface ChangedKind {
  resource_id: string;
  name: string;
}

/** A service that has another name, or another spelling of it. */
export interface RenamedService {
  service_id: string;
}

/** A service that goes. */
export interface DroppedService {
  service_id: string;
  name: string;
}

/** What becomes of coming appointments of a resource that goes. */
export type ResourceFate =
  | { kind: 'refuse' }
  /** They stay on a name that can no longer be booked. */
  | { kind: 'keep' }
  | { kind: 'move'; to: string };

export interface DroppedResource {
  resource: string;
  fate: ResourceFate;
}

/** What may have been booked: a resource or a service. */
export interface BookedRow {
  resource_id?: string;
  service_id?: string;
  transaction: Transaction;
}

/** Another time zone of the business. */
export interface ZoneChange {
  from_zone: string;
  to_zone: string;
  /** What coming rows keep: what the clock shows, or the moment. Null: nobody said. */
  kept: KeptTime | null;
}

/** Settings before and after a change, at its time. */
export interface ReplacedSettings {
  before: ChatAgentSettingsDto;
  after: ChatAgentSettingsDto;
  at: Date;
  /** What appointments kept when the time zone changed. Null: it did not. */
  kept: KeptTime | null;
}

export const RESOURCE_RENAMED = new Topic<RenamedResource & ChangeTerms, void>('resource renamed');

export const SERVICE_RENAMED = new Topic<RenamedService & ChangeTerms, void>('service renamed');

/** Handlers throw AppError `resource_in_use` where it has coming appointments. */
export const KIND_CHANGED = new Topic<ChangedKind & ChangeTerms, void>('kind changed');

/** Handlers throw AppError `resource_in_use`, `slot_taken`, `invalid_request`. */
export const RESOURCE_DROPPED = new Topic<DroppedResource & ChangeTerms, void>('resource dropped');

/** Handlers throw AppError `resource_in_use` where coming appointments have it. */
export const SERVICE_DROPPED = new Topic<DroppedService & ChangeTerms, void>('service dropped');

/** Asks whether rows point to it. */
export const BOOKED = new Topic<BookedRow, boolean>('booked');

/** Handlers throw AppError `appointments_affected` where nobody said what coming rows keep. */
export const ZONE_CHANGED = new Topic<ZoneChange & ChangeTerms, void>('time zone changed');

/** Asks for coming appointments that were possible by the settings before and no longer are, by time. */
export const AFFECTED = new Topic<ReplacedSettings, AffectedAppointmentDto[]>('appointments affected');
