import { Injectable } from '@nestjs/common';
import type { AuditEvent } from '../audit/audit-event.entity';
import { AuditService } from '../audit/audit.service';
import { EventsService } from '../events/events.service';
import type { KnownActor } from '../platform/access/caller';
import { Clock } from '../platform/clock';
import type { AppointmentChange } from './appointment-change';
import type { AppointmentEvent } from './appointment-event.entity';
import type { Appointment, BookedAppointment } from './appointment.entity';
import { nameOf } from './changes/audited-names';
import type { ChangeRecords, ClientNames } from './changes/appointment-writes.statements';
import type { Booked, NewBooking } from './bookings/bookings.repository';

type History = Omit<AppointmentEvent, 'appointment'>;

/** Makes the history and audit entries of changed appointments, and announces their events. */
@Injectable()
export class AppointmentRecords {
  constructor(
    private readonly audit: AuditService,
    private readonly events: EventsService,
    private readonly clock: Clock,
  ) {}

  now(): Date {
    return this.clock.now();
  }

  ofBooking(
    { id, status, source, created_at }: NewBooking['appointment'],
    newClientId: string,
    actor: KnownActor,
    agreed_to: string | null = null,
  ): Pick<NewBooking, 'history' | 'audit' | 'client_audit'> {
    const object = `appointment:${id}`;
    return {
      history: {
        appointment_id: id,
        version: 1,
        at: created_at,
        ...whoOf(actor),
        from_status: null,
        to_status: status,
        changes: agreed_to === null ? [] : [{ field: 'privacy_policy', before: null, after: agreed_to }],
      },
      audit: this.audit.eventOf(actor, {
        action: 'appointment.created',
        object,
        details: { source, status },
      }),
      client_audit: this.audit.eventOf(actor, {
        action: 'client.created',
        object: `client:${newClientId}`,
      }),
    };
  }

  ofChange(
    stored: Appointment,
    { columns, told }: AppointmentChange,
    names: ClientNames,
    { at, actor }: { at: Date; actor: KnownActor },
  ): ChangeRecords {
    const { id, status: from_status, client_id: before } = stored;
    const after = columns.client_id ?? before;
    const [beforeName, afterName] = [names.get(before ?? '') ?? '', names.get(after ?? '') ?? ''];
    const to_status = columns.status ?? from_status;
    const history: History = {
      appointment_id: id,
      version: stored.version + 1,
      at,
      ...whoOf(actor),
      from_status,
      to_status,
      changes: told.map((change) =>
        change.field === 'client_id' ? { ...change, before_name: beforeName, after_name: afterName } : change,
      ),
    };
    const fields = [...told.map(({ field }) => field), ...(from_status === to_status ? [] : ['status'])];
    const isGivenAway = before !== after;
    const audit = this.audit.eventOf(actor, {
      action: 'appointment.updated',
      object: `appointment:${id}`,
      object_name: nameOf(isGivenAway ? `${beforeName} → ${afterName}` : afterName, {
        title: columns.title ?? stored.title,
      }),
      client_ids: [...new Set([before, after])].filter((one) => one !== null),
      details: {
        fields: fields.join(', '),
        ...(from_status === to_status ? {} : { from_status, to_status }),
        ...(isGivenAway ? { client_before: beforeName, client_after: afterName } : {}),
      },
    });
    return { history, audit };
  }

  /** What the audit keeps of a deleted appointment. */
  ofDeletion(stored: BookedAppointment, actor: KnownActor): AuditEvent {
    const { id, client_id, client, starts_at, ends_at, title, resource, status } = stored;
    return this.audit.eventOf(actor, {
      action: 'appointment.deleted',
      object: `appointment:${id}`,
      client_ids: client_id === null ? [] : [client_id],
      object_name: nameOf(client?.name ?? '', stored),
      details: {
        client: client?.name ?? null,
        client_id,
        title,
        resource,
        status,
        starts_at: starts_at.toISOString(),
        ends_at: ends_at.toISOString(),
      },
    });
  }

  /** A booking changes the client's last activity, so the client is announced too. */
  announceBooking({ appointment, made_client }: Booked): void {
    this.events.announce(made_client ? 'client.created' : 'client.updated', appointment.client_id);
    this.events.announce('appointment.created', appointment.id);
  }

  announce(what: 'updated' | 'deleted', id: string): void {
    this.events.announce(`appointment.${what}`, id);
  }
}

export function whoOf({ caller }: KnownActor): Pick<History, 'user_id' | 'user_name' | 'key_name'> {
  return caller.kind === 'user'
    ? { user_id: caller.id, user_name: caller.name, key_name: null }
    : { user_id: null, user_name: null, key_name: caller.name };
}
