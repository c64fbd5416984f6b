import { ANY_RESOURCE, anyoneOf, isOffered, type ChatAgentSettingsDto } from '@groupless/shared-dto';
import { NotOffered, type WantedSlot } from '../bookings/refused-times';

/** The resources that a request can mean, in the order of the settings. */
export function candidatesFor(
  { resource, services }: Pick<WantedSlot, 'resource' | 'services'>,
  settings: ChatAgentSettingsDto,
): readonly string[] {
  if (resource !== ANY_RESOURCE) return [resource];
  return anyoneOf(settings, null).filter((one) => doesAll(one, services, settings));
}

/** One does the whole visit. */
function doesAll(resource: string, services: readonly string[], settings: ChatAgentSettingsDto): boolean {
  return services.every((service) => isOffered(settings, resource, service));
}

/**
 * Refuses a service that the resource does not offer, or that no resource offers.
 * @throws NotOffered
 */
export function refuseNotOffered(wanted: WantedSlot, settings: ChatAgentSettingsDto): void {
  const { services } = wanted;
  const isDone = candidatesFor(wanted, settings).some((one) => doesAll(one, services, settings));
  if (services.length > 0 && !isDone) throw new NotOffered(wanted);
}
