import { ANY_RESOURCE, isAnyResource, presentName, type KnownResources } from '@groupless/shared-dto';
import { invalidRequest } from '../errors/app-error';

/**
 * The resource that a request means, as the settings write it; null: all of them.
 * @throws AppError `invalid_request` for `any`, which stands for whoever is free
 */
export function resourceOrAll(wanted: string | null | undefined, known: KnownResources): string | null {
  if (wanted === null || wanted === undefined) return null;
  if (!isAnyResource(wanted, known)) return presentName(wanted, known);
  const message = `"${ANY_RESOURCE}" is no resource. Name one, or leave it out for all.`;
  throw invalidRequest([{ field: 'resource', code: 'not_allowed', message }]);
}
