import type { FastifyRequest } from 'fastify';
import type { Settings } from '../../config/settings';

/** The server's address as this caller should know it, without a trailing slash. */
export function baseUrl(settings: Settings, request: FastifyRequest): string {
  return settings.public_url ?? `${request.protocol}://${request.host}`;
}
