import type { ReplaceChatAgentSettingsDto } from '@groupless/shared-dto';
import { oneLine } from '../shared/one-line';

/**
 * The settings with their names and reasons cleaned: see `oneLine()`. A name of a resource that is stored already stays as
 * it is, since appointments are called so.
 */
export function cleanedSettings(
  settings: ReplaceChatAgentSettingsDto,
  stored: readonly string[],
): ReplaceChatAgentSettingsDto {
  const nameOf = (resource: string) => (stored.includes(resource) ? resource : oneLine(resource));
  const ofResource = <One extends { resource?: string }>(one: One): One =>
    one.resource === undefined ? one : { ...one, resource: nameOf(one.resource) };
  const { closures } = settings;
  return {
    ...settings,
    name: oneLine(settings.name),
    resources: settings.resources.map(nameOf),
    services: settings.services.map((service) => ({ ...service, name: oneLine(service.name) })),
    working_hours: settings.working_hours.map(ofResource),
    ...(closures === undefined
      ? {}
      : { closures: closures.map((one) => ofResource({ ...one, reason: oneLine(one.reason) })) }),
  };
}
