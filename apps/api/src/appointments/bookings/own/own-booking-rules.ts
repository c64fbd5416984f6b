import {
  isKnownResource,
  isLive,
  type ChatAgentSettingsDto,
  type PatchOwnBookingDto,
} from '@groupless/shared-dto';
import type { CurrentSettings } from '../../../settings/chat-agent-settings.service';
import type { KnownActor } from '../../../platform/access/caller';
import { AppError, invalidRequest } from '../../../platform/errors/app-error';
import { refuseDisabledAgent } from '../../agent';
import { changeOf, type AppointmentChange, type ChangeTerms } from '../../appointment-change';
import { wantedBy } from '../../appointment-faults';
import { Appointment, type StoredAppointment } from '../../appointment.entity';
import { noLongerBookable } from '../../../shared/known-names';
import { demandOpen } from '../../availability/agent-times';
import { refuseNotOffered } from '../../availability/candidates';
import { toLocalTime } from '../../availability/local-times';
import { appointmentCancelled, inWords } from '../refused-times';

const MINUTE_MS = 60_000;

/** What a tool may change beside what programs may. */
export interface OwnPatch extends PatchOwnBookingDto {
  resource?: string | undefined;
  service?: string | undefined;
  services?: string[] | undefined;
}

export interface AgentTerms {
  settings: CurrentSettings;
  actor: KnownActor;
  now: Date;
}

/**
 * The change that an agent requests: another time, or a cancellation. Null if nothing would change.
 * @throws AppError `appointment_cancelled`, `invalid_transition`, `unknown_resource`, `already_begun`, `too_late`, `agent_disabled`,
 *   `in_the_past`, `too_far_ahead`, ClosedTime
 */
export function agentChangeOf(
  stored: StoredAppointment,
  patch: OwnPatch,
  terms: AgentTerms,
): AppointmentChange | null {
  return patch.status === undefined ? moveOf(stored, patch, terms) : cancellationOf(stored, terms);
}

/** A cancellation is possible until the start, at any hour, even while the agent is switched off. */
function cancellationOf(stored: StoredAppointment, terms: AgentTerms): AppointmentChange | null {
  if (stored.status === 'cancelled') return null;
  if (!isLive(stored.status)) throw isOver(stored);
  refuseBegun(stored, terms);
  const isLate = isWithinNotice(stored, terms);
  if (isLate && terms.settings.cancel_late === 'refuse') throw tooLate(terms.settings);
  const change = changeOf(stored, { status: 'cancelled' }, termsOf(terms));
  if (change === null) return null;
  return isLate ? { ...change, columns: { ...change.columns, late: true } } : change;
}

/** A move follows the rules of a new booking. If the business confirms by hand, it confirms the new time too. */
function moveOf(stored: StoredAppointment, patch: OwnPatch, terms: AgentTerms): AppointmentChange | null {
  const { settings, actor, now } = terms;
  if (!isLive(stored.status)) throw isOver(stored);
  const change = changeOf(stored, patch, termsOf(terms));
  if (change === null) return null;
  refuseBegun(stored, terms);
  const moved = Object.assign(new Appointment(), stored, change.columns);
  if (!isKnownResource(moved.resource, settings)) throw noLongerBookable(moved.resource, settings);
  if (moved.resource !== stored.resource || change.columns.services !== undefined)
    refuseNotOffered(wantedBy(moved), settings);
  refuseDisabledAgent(actor.caller, settings);
  // Otherwise an agent could move the appointment first and then cancel it in time.
  if (settings.cancel_late === 'refuse' && isWithinNotice(stored, terms)) throw tooLate(settings);
  // A time within the present one is always allowed, even if the business has closed it since.
  if (!isWithin(moved, stored)) demandOpen(wantedBy(moved), [moved.resource], settings, now.getTime());
  const status = settings.auto_confirm ? {} : { status: 'pending' as const };
  return stored.status === 'pending' ? change : { ...change, columns: { ...change.columns, ...status } };
}

function isWithin(moved: Appointment, { resource, starts_at, ends_at }: Appointment): boolean {
  return moved.resource === resource && moved.starts_at >= starts_at && moved.ends_at <= ends_at;
}

function refuseBegun({ starts_at }: Appointment, { settings: { time_zone }, now }: AgentTerms): void {
  if (starts_at > now) return;
  const detail =
    `The appointment began at ${toLocalTime(starts_at.getTime(), time_zone)}, so only the team can change it. ` +
    'Nothing was changed: take a message for the team, which needs a person.';
  throw new AppError('already_begun', detail);
}

function isWithinNotice({ starts_at }: Appointment, { settings, now }: AgentTerms): boolean {
  return starts_at.getTime() - now.getTime() < settings.cancel_notice_minutes * MINUTE_MS;
}

function tooLate({ cancel_notice_minutes }: ChatAgentSettingsDto): AppError {
  const detail =
    `It begins in less than ${inWords(cancel_notice_minutes)}, too late for you to cancel or move it. Nothing was ` +
    'changed: take a message for the team, which needs a person.';
  return new AppError('too_late', detail);
}

function termsOf({ settings, now }: AgentTerms): ChangeTerms {
  return { ...settings, now, zone: settings.time_zone };
}

function isOver({ id, status }: Appointment): AppError {
  if (status === 'cancelled') return appointmentCancelled(id);
  const detail = `The appointment is ${status} and stays so. Book a new one with another external_id.`;
  return new AppError('invalid_transition', detail, { members: { allowed: [] } });
}

/**
 * Refuses a change that asks for nothing, or for both a move and a cancellation.
 * @throws AppError `invalid_request`
 */
export function demandOneWish({ status, ...times }: OwnPatch, by_tool: boolean): void {
  const names = Object.entries(times).filter(([, value]) => value !== undefined);
  if (status === undefined && names.length === 0) {
    const message = by_tool
      ? 'Nothing was changed: send the new starts_at, resource or service.'
      : 'starts_at is missing: send the new start. Nothing was changed.';
    throw invalidRequest([{ field: 'starts_at', code: 'required', message }]);
  }
  if (status === undefined || names.length === 0) return;
  const message = 'Send a new time to move the booking, or status to cancel it, not both.';
  throw invalidRequest([{ field: 'status', code: 'not_allowed', message }]);
}
