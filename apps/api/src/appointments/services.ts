import { isSameName, type ChatAgentSettingsDto, type ServiceDto } from '@groupless/shared-dto';
import { invalidRequest } from '../platform/errors/app-error';

/**
 * The service of the settings that a request names, without case, width and spaces too many; null if it names none.
 * @throws AppError `invalid_request`
 */
export function serviceOf(
  { service: name }: { service?: string | undefined },
  { services }: Pick<ChatAgentSettingsDto, 'services'>,
): ServiceDto | null {
  if (name === undefined) return null;
  const same = (one: ServiceDto) => isSameName(one.name, name);
  const found = services.find((one) => one.name === name) ?? services.find(same);
  if (found !== undefined) return found;
  const names = services.map((one) => one.name).join(', ');
  const message =
    services.length === 0
      ? 'The settings name no service. Leave service out, and send duration_minutes.'
      : `service must be one of ${names}.`;
  throw invalidRequest([{ field: 'service', code: 'not_allowed', message }]);
}

/** The service of that name as the settings have it now; null: they have none. */
export function serviceNamed(
  name: string | null,
  { services }: Pick<ChatAgentSettingsDto, 'services'>,
): ServiceDto | null {
  return services.find((one) => name !== null && isSameName(one.name, name)) ?? null;
}
