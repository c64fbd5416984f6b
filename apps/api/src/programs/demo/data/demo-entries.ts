import {
  APPOINTMENT_SOURCES,
  APPOINTMENT_STATUSES,
  CLIENT_SOURCES,
  CLIENT_STATUSES,
  CONVERSATION_STATUSES,
  type AppointmentSource,
  type AppointmentStatus,
  type ClientSource,
  type ClientStatus,
  type ConversationStatus,
  type ServiceDto,
  type WorkingHoursDto,
} from '@groupless/shared-dto';
import { Equals, IsBoolean, IsIn, IsInt, IsObject, IsString, Matches, ValidateIf } from 'class-validator';

/*
 * The entries of the files in apps/api/demo. Days count in working days before the day on which the demo is filled.
 * Times are in UTC, those of appointments in the business's zone. Addresses and phone numbers are from ranges reserved
 * for documentation and fiction.
 */

const Optional = () => ValidateIf((_entry, value) => value !== undefined);
const Nullable = () => ValidateIf((_entry, value) => value !== null);
const Time = () => Matches(/^\d\d:\d\d$/);
const Texts = () => IsString({ each: true });

/** The settings of the chat agent. */
export class DemoSettings {
  @IsString() name: string;
  @IsString() greeting: string;
  @IsString() language: string;
  @IsString() time_zone: string;
  @IsBoolean() time_zone_chosen: boolean;
  @IsString() phone_region: string;
  @IsObject({ each: true }) working_hours: WorkingHoursDto[];
  @IsInt() slot_minutes: number;
  @Texts() resources: string[];
  @Equals(null) unnamed_resource: null;
  @IsObject({ each: true }) services: ServiceDto[];
}

export class DemoProject {
  @IsString() name: string;
  @IsString() description: string;
  @IsString() status: string;
  @IsString() server: string;
  @IsString() url: string;
  @IsString() stack: string;
  @IsString() notes: string;
  @IsInt() priority: number;
  @IsInt() begun: number;
  @IsInt() changed: number;
}

export class DemoPerson {
  @IsString() name: string;
  @IsString() relationship: string;
  @IsString() notes: string;
  @IsInt() changed: number;
}

export class DemoState {
  @IsString() category: string;
  @IsString() key: string;
  @IsString() value: string;
  @IsInt() changed: number;
}

/** The sessions that made and completed a task refer to it by its key. */
export class DemoTask {
  @IsString() key: string;
  @Nullable() @IsString() project: string | null;
  @IsInt() priority: number;
  @IsString() task: string;
  /** When it was cancelled. */
  @Optional() @IsInt() cancelled?: number;
}

/** Sorted from the oldest to the newest. */
export class DemoSession {
  @IsInt() ago: number;
  @Time() time: string;
  @Nullable() @IsString() mood: string | null;
  @Texts() projects: string[];
  @IsString() summary: string;
  @Optional() @Texts() decided?: string[];
  /** Keys of tasks. */
  @Optional() @Texts() created?: string[];
  @Optional() @Texts() completed?: string[];
}

export class DemoChat {
  @IsString() chat_id: string;
  @IsIn(['chat', 'phone', 'web']) channel: 'chat' | 'phone' | 'web';
  /** The customer's name in its own script; null if unknown. */
  @Nullable() @IsString() contact_name: string | null;
  @Nullable() @IsString() contact_phone: string | null;
  @IsInt() ago: number;
  @Time() time: string;
  /** Whether the customer's messages have external ids. */
  @IsBoolean() has_external_ids: boolean;
  /** Default: open, or closed if it is old. */
  @Optional() @IsIn(CONVERSATION_STATUSES) status?: ConversationStatus;
  /** One line each: `U:` the customer, `A:` the agent, `O:` an operator; `+90` is a pause in minutes. */
  @Matches(/^([UAO]: .*\S|\+\d+)$/, { each: true }) messages: string[];
}

/** Phone, source and days default to those of the client's chat. */
export class DemoClient {
  @IsString() name: string;
  @Optional() @IsString() phone?: string;
  @Optional() @IsString() email?: string;
  @Optional() @IsString() company?: string;
  @Optional() @IsIn(CLIENT_STATUSES) status?: ClientStatus;
  @Optional() @IsIn(CLIENT_SOURCES) source?: ClientSource;
  @Optional() @Texts() tags?: string[];
  @Optional() @IsString() notes?: string;
  /** When the client was made. */
  @Optional() @IsInt() since?: number;
  /** The last activity; missing: none. */
  @Optional() @IsInt() active?: number;
}

/** Past ones have an outcome; future ones are confirmed or pending. */
export class DemoAppointment {
  @IsString() client: string;
  @IsString() title: string;
  /** Negative: in the future. */
  @IsInt() ago: number;
  @Time() time: string;
  @IsInt() minutes: number;
  @IsIn(APPOINTMENT_STATUSES) status: AppointmentStatus;
  @IsIn(APPOINTMENT_SOURCES) source: AppointmentSource;
  @IsIn(['main', 'Stand 2', 'Test ride']) resource: string;
}
