import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';

const texts = new WeakMap<FastifyRequest, string>();

/** Notes the body of a request on a route whose configuration says `keeps_body_text`. */
export function rememberBodyText(request: FastifyRequest, body: Buffer): void {
  if (request.routeOptions.config.keeps_body_text) texts.set(request, body.toString('utf8'));
}

/**
 * Argument of a handler with `@RouteConfig({ keeps_body_text: true })`: the JSON as it was sent, where parsing
 * would lose something (the order of keys that are numbers, `1.0`, `12345678901234567890`).
 */
export const BodyText = createParamDecorator((_: unknown, context: ExecutionContext): string => {
  return texts.get(context.switchToHttp().getRequest<FastifyRequest>()) ?? '';
});
