import { isSameName, type ChatAgentSettingsDto, type ServiceDto } from '@groupless/shared-dto';
import { invalidRequest } from '../platform/errors/app-error';

/**
 * The service that a request names, compared without case, width and repeated spaces; null if it names none.
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

/** The service with this name in the present settings; null if there is none. */
export function serviceNamed(
  name: string | null,
  { services }: Pick<ChatAgentSettingsDto, 'services'>,
): ServiceDto | null {
  return services.find((one) => name !== null && isSameName(one.name, name)) ?? null;
}
