import type { FastifyRequest } from 'fastify';
import { parseOrigin } from '../../../config/addresses';
import type { Settings } from '../../../config/settings';
import { AppError } from '../../errors/app-error';

/**
 * The server's base URL for this caller, without a trailing slash.
 * @throws AppError `malformed_http` if the request's `Host` is not a host
 */
export function baseUrl({ public_url }: Settings, { protocol, host }: FastifyRequest): string {
  const url = public_url ?? parseOrigin(`${protocol}://${host}`);
  if (url === null) throw new AppError('malformed_http', 'The Host header of the request is no host.');
  return url;
}
