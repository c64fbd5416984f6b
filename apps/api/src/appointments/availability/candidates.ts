import { ANY_RESOURCE, anyoneOf, isOffered, type ChatAgentSettingsDto } from '@groupless/shared-dto';
import { NotOffered, type WantedSlot } from '../bookings/refused-times';

/** The resources that a request can mean, in the order of the settings. */
export function candidatesFor(
  { resource, service }: { resource: string; service: string | null },
  settings: ChatAgentSettingsDto,
): readonly string[] {
  return resource === ANY_RESOURCE ? anyoneOf(settings, service) : [resource];
}

/**
 * Refuses a service that the resource does not offer, or that no resource offers.
 * @throws NotOffered
 */
export function refuseNotOffered(wanted: WantedSlot, settings: ChatAgentSettingsDto): void {
  const { resource, service } = wanted;
  if (service === null) return;
  const isDone =
    resource === ANY_RESOURCE
      ? anyoneOf(settings, service).length > 0
      : isOffered(settings, resource, service);
  if (!isDone) throw new NotOffered(wanted);
}
