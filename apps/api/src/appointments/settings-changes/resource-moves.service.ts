import { Injectable } from '@nestjs/common';
import {
  BOOKED,
  KIND_CHANGED,
  RESOURCE_DROPPED,
  RESOURCE_RENAMED,
  SERVICE_DROPPED,
  SERVICE_RENAMED,
  type BookedRow,
  type ChangedKind,
  type ChangeTerms,
  type DroppedResource,
  type DroppedService,
  type RenamedResource,
  type RenamedService,
} from '../../settings/public';
import { On } from '../../shared/bus/topic';
import { AppError, invalidRequest } from '../../platform/errors/app-error';
import { whoOf } from '../appointment-records.service';
import { ResourceMovesRepository, type Coming } from './resource-moves.repository';

/** Applies changes of resources to appointments. */
@Injectable()
export class ResourceMovesService {
  constructor(private readonly appointments: ResourceMovesRepository) {}

  @On(RESOURCE_RENAMED)
  renameResource({ transaction, from, to, at }: RenamedResource & ChangeTerms): Promise<void> {
    return this.appointments.rename(transaction, { from, to, at });
  }

  @On(SERVICE_RENAMED)
  renameService({ transaction, ...renamed }: RenamedService & ChangeTerms): Promise<void> {
    return this.appointments.renameService(transaction, renamed);
  }

  @On(BOOKED)
  isBooked({ transaction, ...row }: BookedRow): Promise<boolean> {
    return this.appointments.hasAppointments(transaction, row);
  }

  @On(KIND_CHANGED)
  async changeKind({ transaction, resource_id, name, at }: ChangedKind & ChangeTerms): Promise<void> {
    const coming = await this.appointments.findComing(transaction, { resource: name, resource_id }, at);
    if (coming.coming > 0) throw keepsKind(name, coming);
  }

  @On(RESOURCE_DROPPED)
  async dropResource({
    resource,
    fate,
    transaction,
    at,
    actor,
  }: DroppedResource & ChangeTerms): Promise<void> {
    if (fate.kind === 'keep') return;
    if (fate.kind === 'refuse') {
      const meant = { resource, resource_id: null };
      const coming = await this.appointments.findComing(transaction, meant, at);
      if (coming.coming > 0) throw inUse(resource, coming);
      return;
    }
    const move = { from: resource, to: fate.to, at };
    if (!(await this.appointments.areOfOneKind(transaction, move))) throw ofAnotherKind(move);
    const taken = await this.appointments.listCollisions(transaction, move);
    if (taken.length > 0) throw collides(move, taken);
    await this.appointments.move(transaction, move, whoOf(actor));
  }

  @On(SERVICE_DROPPED)
  async dropService({ service_id, name, transaction, at }: DroppedService & ChangeTerms): Promise<void> {
    const coming = await this.appointments.findComingWith(transaction, service_id, at);
    if (coming.coming > 0) throw inVisits(name, coming);
  }
}

function inUse(resource: string, coming: Coming): AppError {
  const detail =
    `${resource} has ${coming.coming} coming appointments, and nothing was changed. To give it another name, send POST ` +
    '/api/settings/resources/rename. To remove it, send the settings with ?move_to=<another resource>, or with ' +
    '?keep_appointments=true to leave them where they are.';
  return resourceInUse(detail, resource, coming);
}

function keepsKind(resource: string, coming: Coming): AppError {
  const detail =
    `${resource} has ${coming.coming} coming appointments, and nothing was changed. Move these first: of another kind it ` +
    'is booked for something else.';
  return resourceInUse(detail, resource, coming);
}

function resourceInUse(detail: string, resource: string, coming: Coming): AppError {
  return new AppError('resource_in_use', detail, { members: { resource, ...shown(coming) } });
}

function inVisits(service: string, coming: Coming): AppError {
  const detail =
    `${coming.coming} coming appointments have ${service}, and nothing was changed. To remove it all the same, send ` +
    '?keep_appointments=true: they keep it.';
  return new AppError('resource_in_use', detail, { members: shown(coming) });
}

function shown({ coming, first }: Coming): { coming: number; first: string[] } {
  return { coming, first: first.map((time) => time.toISOString()) };
}

function ofAnotherKind({ from, to }: { from: string; to: string }): AppError {
  const message = `move_to must be of the kind of ${from}, which ${to} is not: one is a person, the other a room.`;
  return invalidRequest([{ field: 'move_to', code: 'not_allowed', message }]);
}

function collides({ from, to }: { from: string; to: string }, taken: readonly Date[]): AppError {
  const times = taken.map((time) => time.toISOString());
  const detail = `${to} has appointments of its own when ${from} has: at ${times.join(', ')}. Nothing was changed. Move these first.`;
  return new AppError('slot_taken', detail, { members: { alternatives: [], first: times } });
}
