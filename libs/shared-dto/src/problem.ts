import type { FreeSlotDto } from './business/availability';
import type { BusyTimeDto } from './business/busy-times';
import type { UndeliveredReplyDto } from './business/conversation-messages';
import type { SeriesConflictDto } from './business/series';
import type { MemoryRowDto } from './memory/memory';
import type { AmbiguousTaskDto } from './memory/webhooks';
import type { ErrorCode, FieldErrorCode } from './error-codes';

export interface FieldErrorDto {
  /** Dotted path of the field in the body, or the name of the parameter. */
  field: string;
  code: FieldErrorCode;
  message: string;
}

/** The body of every answer with a status of 400 or more: RFC 9457, `application/problem+json`. */
export interface ProblemDto {
  type: string;
  title: string;
  status: number;
  detail: string;
  /** `urn:uuid:<request id>`; the same id stands in the server's log. */
  instance: string;
  code: ErrorCode;
  /** Only with status 400. */
  errors?: FieldErrorDto[];
  /** Close matches, where the code is about a name or text that was not found. */
  suggestions?: string[];
  /** With `invalid_transition`: what the status may become. With `unknown_resource` and `unknown_service`: the names of the settings. */
  allowed?: string[];
  /** With `slot_taken`, `busy`, `outside_hours` and `not_offered`: free times near the one that was asked for. */
  alternatives?: FreeSlotDto[];
  /** With `busy`: the blocks and the busy times of calendars that are in the way. */
  busy?: BusyTimeDto[];
  /** With `series_conflicts`: which of the series cannot be at their times, and why. */
  conflicts?: SeriesConflictDto[];
  /** With `task_ambiguous`: the tasks that are meant. */
  tasks?: AmbiguousTaskDto[];
  /** With `changed_since`: the row as it stands now; null: it is not there. */
  current?: MemoryRowDto | null;
  /** With `appointments_affected` and `resource_in_use`: how many appointments are to come. */
  coming?: number;
  /** With `resource_in_use`: the resource that has them, and when the first ones begin. */
  resource?: string;
  first?: string[];
  /** With `resource_in_use` of settings without `If-Match`: what others made or renamed within the hour, and would go. */
  recent?: string[];
  /** With `appointment_cancelled` and `external_id_reused`: the appointment that was booked with this `external_id`. */
  appointment_id?: string;
  /** With `not_found` for a client that was merged: the client that was kept. */
  merged_into?: string;
  /** With `duplicate_client`: who has this phone or email. */
  client_ids?: string[];
  /** With `taken_by`: the colleague who has the conversation, and since when. */
  id?: string;
  name?: string;
  since?: string;
  /** With `reply_undelivered`: the replies that no agent has confirmed. */
  replies?: UndeliveredReplyDto[];
  /** With `forbidden`: the roles and scopes of which one is needed. */
  required?: string[];
  /** With `forbidden`: the role or the scopes of the credential. */
  held?: string[];
}
