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
import { IsBoolean, IsIn, IsInt, IsObject, IsString, Matches, ValidateIf } from 'class-validator';

/*
 * What the files in apps/api/demo hold, an entry each. Days are counted in working days before the day on which the demo
 * is filled; times are in UTC, those of appointments in the zone of the business. Addresses and telephone numbers come from the ranges that are kept free for
 * documentation and fiction.
 */

const Optional = () => ValidateIf((_entry, value) => value !== undefined);
const Nullable = () => ValidateIf((_entry, value) => value !== null);
const Time = () => Matches(/^\d\d:\d\d$/);
const Texts = () => IsString({ each: true });

/** How the business is set up, as the settings of the chat agent say it. */
export class DemoSettings {
  @IsString() name: string;
  @IsString() greeting: string;
  @IsString() language: string;
  @IsString() time_zone: string;
  @IsString() phone_region: string;
  @IsObject({ each: true }) working_hours: WorkingHoursDto[];
  @IsInt() slot_minutes: number;
  @Texts() resources: string[];
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

/** Who made and who finished a task stands in the sessions, which name it by its key. */
export class DemoTask {
  @IsString() key: string;
  @Nullable() @IsString() project: string | null;
  @IsInt() priority: number;
  @IsString() task: string;
  /** When it was cancelled. */
  @Optional() @IsInt() cancelled?: number;
}

/** They stand in the file from the oldest to the newest. */
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
  /** Who writes, in their own script; null for somebody who did not say. */
  @Nullable() @IsString() contact_name: string | null;
  @Nullable() @IsString() contact_phone: string | null;
  @IsInt() ago: number;
  @Time() time: string;
  /** Whether the sender numbers its messages. */
  @IsBoolean() has_external_ids: boolean;
  /** Left out for a chat that is open, or closed when it is old. */
  @Optional() @IsIn(CONVERSATION_STATUSES) status?: ConversationStatus;
  /** A line each: `U:` the customer, `A:` the agent, `O:` somebody of the team; `+90` is a pause of so many minutes. */
  @Matches(/^([UAO]: .*\S|\+\d+)$/, { each: true }) messages: string[];
}

/** Whoever gave a name in a chat takes phone, source and days from there unless they stand here. */
export class DemoClient {
  @IsString() name: string;
  @Optional() @IsString() phone?: string;
  @Optional() @IsString() email?: string;
  @Optional() @IsString() company?: string;
  @Optional() @IsIn(CLIENT_STATUSES) status?: ClientStatus;
  @Optional() @IsIn(CLIENT_SOURCES) source?: ClientSource;
  @Optional() @Texts() tags?: string[];
  @Optional() @IsString() notes?: string;
  /** Since when the client is known. */
  @Optional() @IsInt() since?: number;
  /** When the client last came; left out for never. */
  @Optional() @IsInt() active?: number;
}

/** Those of the last weeks have ended one way or another; those to come are confirmed or wait for it. */
export class DemoAppointment {
  @IsString() client: string;
  @IsString() title: string;
  /** Below zero it lies ahead. */
  @IsInt() ago: number;
  @Time() time: string;
  @IsInt() minutes: number;
  @IsIn(APPOINTMENT_STATUSES) status: AppointmentStatus;
  @IsIn(APPOINTMENT_SOURCES) source: AppointmentSource;
  @IsIn(['main', 'Stand 2', 'Test ride']) resource: string;
}
