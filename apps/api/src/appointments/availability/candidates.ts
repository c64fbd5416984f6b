import { ANY_RESOURCE, anyoneOf, isOffered, type ChatAgentSettingsDto } from '@groupless/shared-dto';
import type { CurrentSettings } from '../../settings/chat-agent-settings.service';
import { bookableNames } from '../../shared/known-names';
import { NotOffered, type WantedSlot } from '../bookings/refused-times';

/** Whom "anyone" means. */
export function anyone(settings: CurrentSettings): readonly string[] {
  return anyoneOf({ ...settings, resources: [...bookableNames(settings)] }, null);
}

function isRoom(resource: string, { rows }: Pick<CurrentSettings, 'rows'>): boolean {
  return rows.rooms.some(({ name }) => name === resource);
}

/** The rooms of which a visit takes one beside its resource, in their order; null: it takes none. */
export function roomsFor(
  { resource, service_ids }: Pick<WantedSlot, 'resource' | 'service_ids'>,
  settings: CurrentSettings,
): readonly string[] | null {
  const { rooms, need_room } = settings.rows;
  if (!service_ids.some((id) => need_room.includes(id))) return null;
  const [first = ANY_RESOURCE] = resource === ANY_RESOURCE ? anyone(settings) : [resource];
  return isRoom(first, settings) ? null : rooms.map(({ name }) => name);
}

/** The resources that a request can mean, in the order of the settings. */
export function candidatesFor(
  { resource, services }: Pick<WantedSlot, 'resource' | 'services'>,
  settings: CurrentSettings,
): readonly string[] {
  if (resource !== ANY_RESOURCE) return [resource];
  return anyone(settings).filter((one) => doesAll(one, services, settings));
}

/** Those who are asked for and do the visit; if nobody does, the first, who is refused. */
export function amongAsked(
  asked: readonly string[],
  services: readonly string[],
  settings: ChatAgentSettingsDto,
): readonly string[] {
  const able = asked.filter((one) => doesAll(one, services, settings));
  return able.length === 0 ? asked.slice(0, 1) : able;
}

/** One does the whole visit. */
function doesAll(resource: string, services: readonly string[], settings: ChatAgentSettingsDto): boolean {
  return services.every((service) => isOffered(settings, resource, service));
}

/**
 * Refuses a service that the resource does not offer, or that no resource offers.
 * @throws NotOffered
 */
export function refuseNotOffered(wanted: WantedSlot, settings: CurrentSettings): void {
  const { services } = wanted;
  const isDone = candidatesFor(wanted, settings).some((one) => doesAll(one, services, settings));
  if (services.length > 0 && !isDone) throw new NotOffered(wanted);
}
