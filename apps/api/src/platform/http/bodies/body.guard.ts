import type { CanActivate, ExecutionContext } from '@nestjs/common';
import type { FastifyContextConfig, FastifyRequest } from 'fastify';
import { MEMORY_FILE_TYPES } from '@groupless/shared-dto';
import { AppError } from '../../errors/app-error';
import { UNFINISHED_LIMITS } from './body-limits';
import { rememberBodyText } from './body-text';
import { isCalendarType, isCsvType } from './streamed-body';
import { isTypeInUtf8, memoryFileType } from '../headers/media-type';
import { parseForm } from './form-body';
import { hasBody } from './has-body';
import { isJsonType, parseJsonBody } from './json-body';
import { UnfinishedBodies } from './unfinished-bodies';

/** What a route takes, and what it says to who sends another type. */
const CSV = {
  isRight: isCsvType,
  demand: 'Send the body as CSV in UTF-8, with the header Content-Type: text/csv.',
};
const APPOINTMENTS = {
  isRight: (type: string) => isCsvType(type) || isCalendarType(type),
  demand: 'Send the body in UTF-8, with the header Content-Type: text/csv or text/calendar.',
};
const MEMORY_FILE = {
  isRight: (type: string) => memoryFileType(type) !== null,
  demand: `Send the body as a file, with one of these as Content-Type: ${MEMORY_FILE_TYPES.join(', ')}.`,
};
const PICTURE = {
  isRight: (type: string) => /^(?:image\/(?:png|webp)|application\/octet-stream)$/i.test(type.trim()),
  demand: 'Send the picture as it is, with the header Content-Type: image/png or image/webp.',
};
const FORM = {
  isRight: (type: string) => isTypeInUtf8(type, 'application/x-www-form-urlencoded'),
  demand: 'Send the form as application/x-www-form-urlencoded in UTF-8.',
};
const JSON_BODY = {
  isRight: isJsonType,
  demand: 'Send the body as JSON in UTF-8, with the header Content-Type: application/json.',
};
/** No body is unpacked: a small one could become a huge one. */
const UNCODED = 'Send the body as it is, without the header Content-Encoding: it is not unpacked.';

function wantedBy(config: FastifyContextConfig): typeof CSV {
  if (config.takes_csv) return CSV;
  if (config.takes_appointments) return APPOINTMENTS;
  if (config.takes_memory_file) return MEMORY_FILE;
  if (config.takes_picture) return PICTURE;
  return config.takes_form ? FORM : JSON_BODY;
}

/** Methods whose body is ignored. */
const IGNORES_BODY = new Set(['GET', 'HEAD']);

/**
 * Reads and parses the body after the route's policy has passed, so nobody without a credential makes the server parse
 * anything but bodies of public routes. `declare()` in `access.decorators.ts` adds it to each policy.
 */
export class BodyGuard implements CanActivate {
  private readonly bodies: UnfinishedBodies;

  /** @param callers whether callers who reach this guard have shown a credential */
  constructor(callers: keyof typeof UNFINISHED_LIMITS) {
    this.bodies = new UnfinishedBodies(UNFINISHED_LIMITS[callers]);
  }

  canActivate(context: ExecutionContext): true | Promise<true> {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    return hasBody(request) && !IGNORES_BODY.has(request.method) ? this.read(request) : true;
  }

  private async read(request: FastifyRequest): Promise<true> {
    // Already read: class and method may both declare a policy.
    if (request.raw.readableDidRead || request.raw.readableEnded) return true;
    const { config, bodyLimit } = request.routeOptions;
    if (config.takes_no_body) return true;
    const type = request.headers['content-type'] ?? '';
    const wanted = wantedBy(config);
    if (!wanted.isRight(type)) throw new AppError('unsupported_media_type', wanted.demand);
    if ((request.headers['content-encoding'] ?? 'identity').toLowerCase() !== 'identity')
      throw new AppError('unsupported_media_type', UNCODED);
    // The handler streams the file.
    if (wanted === CSV || wanted === APPOINTMENTS || wanted === MEMORY_FILE) return true;
    const body = await this.bodies.read(request.raw, bodyLimit);
    if (wanted === PICTURE || wanted === FORM) {
      request.body = wanted === PICTURE ? body : parseForm(body);
      return true;
    }
    rememberBodyText(request, body);
    request.body = parseJsonBody(body, config.takes_many_keys);
    return true;
  }
}
