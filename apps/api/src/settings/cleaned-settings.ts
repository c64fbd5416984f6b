import { findName, type ChatAgentSettingsDto, type ReplaceChatAgentSettingsDto } from '@groupless/shared-dto';
import { oneLine } from '../shared/one-line';

export type CleanedSettings = ReplaceChatAgentSettingsDto & Pick<ChatAgentSettingsDto, 'schedules'>;

/**
 * The settings with cleaned names and reasons: see `oneLine()`. Stored names of resources stay, because appointments
 * have them.
 */
export function cleanedSettings(
  settings: ReplaceChatAgentSettingsDto,
  stored: readonly string[],
): CleanedSettings {
  const nameOf = (resource: string) => (stored.includes(resource) ? resource : oneLine(resource));
  const ofResource = <One extends { resource?: string }>(one: One): One =>
    one.resource === undefined ? one : { ...one, resource: nameOf(one.resource) };
  const { closures } = settings;
  const resources = settings.resources.map(nameOf);
  const services = settings.services.map((service) => ({ ...service, name: oneLine(service.name) }));
  const serviceNames = services.map(({ name }) => name);
  // Schedules use the names of the same document.
  const schedules = (settings.schedules ?? []).map(({ resource, ...schedule }) => ({
    resource: findName(resources, nameOf(resource)) ?? nameOf(resource),
    working_hours: schedule.working_hours ?? null,
    services:
      schedule.services?.map((name) => findName(serviceNames, oneLine(name)) ?? oneLine(name)) ?? null,
    exceptions: schedule.exceptions ?? [],
    colour: schedule.colour ?? null,
  }));
  return {
    ...settings,
    name: oneLine(settings.name),
    ...(settings.phone === undefined ? {} : { phone: oneLine(settings.phone) }),
    ...(settings.business_name === undefined ? {} : { business_name: oneLine(settings.business_name) }),
    ...(settings.address === undefined ? {} : { address: oneLine(settings.address) }),
    resources,
    services,
    schedules,
    working_hours: settings.working_hours.map(ofResource),
    ...(closures === undefined
      ? {}
      : { closures: closures.map((one) => ofResource({ ...one, reason: oneLine(one.reason) })) }),
  };
}
