import { Injectable } from '@nestjs/common';
import {
  BOOKED,
  RESOURCE_DROPPED,
  RESOURCE_RENAMED,
  SERVICE_RENAMED,
  type BookedRow,
  type ChangeTerms,
  type DroppedResource,
  type RenamedResource,
  type RenamedService,
} from '../../settings/public';
import { On } from '../../shared/bus/topic';
import { AppError } from '../../platform/errors/app-error';
import { isOverlap } from '../appointment-faults';
import { whoOf } from '../appointment-records.service';
import { ResourceMovesRepository, type Coming } from './resource-moves.repository';

/** Applies changes of resources to appointments. */
@Injectable()
export class ResourceMovesService {
  constructor(private readonly appointments: ResourceMovesRepository) {}

  @On(RESOURCE_RENAMED)
  async renameResource({ transaction, from, to, at }: RenamedResource & ChangeTerms): Promise<void> {
    await this.appointments.rename(transaction, { from, to, at }).catch((error: unknown) => {
      throw isOverlap(error) ? nameHasAppointments(to) : error;
    });
  }

  @On(SERVICE_RENAMED)
  renameService({ transaction, ...renamed }: RenamedService & ChangeTerms): Promise<void> {
    return this.appointments.renameService(transaction, renamed);
  }

  @On(BOOKED)
  isBooked({ transaction, ...row }: BookedRow): Promise<boolean> {
    return this.appointments.hasAppointments(transaction, row);
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
      const coming = await this.appointments.findComing(transaction, resource, at);
      if (coming.coming > 0) throw inUse(resource, coming);
      return;
    }
    const move = { from: resource, to: fate.to, at };
    const taken = await this.appointments.listCollisions(transaction, move);
    if (taken.length > 0) throw collides(move, taken);
    await this.appointments.move(transaction, move, whoOf(actor));
  }
}

function inUse(resource: string, { coming, first }: Coming): AppError {
  const detail =
    `${resource} has ${coming} coming appointments, and nothing was changed. To give it another name, send POST ` +
    '/api/settings/resources/rename. To remove it, send the settings with ?move_to=<another resource>, or with ' +
    '?keep_appointments=true to leave them where they are.';
  return new AppError('resource_in_use', detail, {
    members: { resource, coming, first: first.map((time) => time.toISOString()) },
  });
}

function collides({ from, to }: { from: string; to: string }, taken: readonly Date[]): AppError {
  const times = taken.map((time) => time.toISOString());
  const detail = `${to} has appointments of its own when ${from} has: at ${times.join(', ')}. Nothing was changed. Move these first.`;
  return new AppError('slot_taken', detail, { members: { alternatives: [], first: times } });
}

function nameHasAppointments(to: string): AppError {
  const detail =
    `Appointments are booked on "${to}" already, at times that the resource holds too. Nothing was changed. Move these ` +
    'first, or choose another name.';
  return new AppError('slot_taken', detail, { members: { alternatives: [] } });
}
