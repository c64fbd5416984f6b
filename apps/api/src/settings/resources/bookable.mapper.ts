import type { BookableServiceDto, ResourceDto } from '@groupless/shared-dto';
import type { Resource } from './resource.entity';
import type { Service } from './service.entity';

export function toResourceDto(row: Resource): ResourceDto {
  const services = (row.services ?? []).filter(({ archived_at }) => archived_at === null);
  return {
    id: row.id,
    name: row.name,
    kind: row.kind,
    user_id: row.user_id,
    colour: row.colour,
    position: row.position,
    working_hours: row.working_hours,
    services: row.does_all_services ? null : services.map(({ id }) => id),
    exceptions: row.exceptions,
    archived_at: row.archived_at?.toISOString() ?? null,
  };
}

export function toServiceDto(row: Service): BookableServiceDto {
  return {
    id: row.id,
    name: row.name,
    duration_minutes: row.duration_minutes,
    buffer_minutes: row.buffer_minutes ?? 0,
    needs_room: row.needs_room,
    price: row.price,
    description: row.description,
    position: row.position,
    archived_at: row.archived_at?.toISOString() ?? null,
  };
}
