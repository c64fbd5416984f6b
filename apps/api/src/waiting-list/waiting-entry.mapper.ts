import { ANY_RESOURCE, type WaitingEntryDto, type WaitingOfferDto } from '@groupless/shared-dto';
import type { WaitingEntry } from './waiting-entry.entity';

export function toWaitingEntryDto(entry: WaitingEntry): WaitingEntryDto {
  const { id, client_id, services = [], service_ids, resource_id } = entry;
  return {
    id,
    client_id,
    client: { id: client_id, name: entry.client_name ?? '' },
    attendee_name: entry.attendee_name,
    service: services[0] ?? null,
    services,
    service_ids,
    resource: entry.resource ?? ANY_RESOURCE,
    resource_id,
    from: entry.from,
    to: entry.to,
    hours: entry.hours,
    notes: entry.notes,
    chat_id: entry.chat_id,
    status: entry.status,
    offer: offerOf(entry),
    created_at: entry.created_at.toISOString(),
    updated_at: entry.updated_at.toISOString(),
  };
}

function offerOf(entry: WaitingEntry): WaitingOfferDto | null {
  const { offer_id, status, told_at } = entry;
  const { offered_starts_at, offered_ends_at, offered_resource_id, offered_until } = entry;
  if (offered_starts_at === null || offered_ends_at === null) return null;
  if (offered_resource_id === null || offered_until === null) return null;
  return {
    starts_at: offered_starts_at.toISOString(),
    ends_at: offered_ends_at.toISOString(),
    resource: entry.offered_resource ?? null,
    resource_id: offered_resource_id,
    until: offered_until.toISOString(),
    told_at: told_at?.toISOString() ?? null,
    appointment_id: status === 'booked' ? offer_id : null,
  };
}
