import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';

const texts = new WeakMap<FastifyRequest, string>();

/** Stores the text of the body on routes with `keeps_body_text`. */
export function rememberBodyText(request: FastifyRequest, body: Buffer): void {
  if (request.routeOptions.config.keeps_body_text) texts.set(request, body.toString('utf8'));
}

/**
 * Handler argument with `@RouteConfig({ keeps_body_text: true })`: the JSON as it was sent, because parsing loses the
 * order of numeric keys, `1.0` and `12345678901234567890`.
 */
export const BodyText = createParamDecorator((_: unknown, context: ExecutionContext): string => {
  return texts.get(context.switchToHttp().getRequest<FastifyRequest>()) ?? '';
});
