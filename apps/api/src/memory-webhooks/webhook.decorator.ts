import { applyDecorators, Get, HttpCode, Post, SetMetadata } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';

/** The last part of a webhook's URL, for its guard. */
export const WEBHOOK_PATH = 'groupless:webhook-path';

/** Routes under a prefix that answers other methods itself. */
const OWN_METHODS = RouteConfig({ answers_other_methods: true });

export function WebhookGet(path: string): MethodDecorator {
  return applyDecorators(Get(`:workflow_id/webhook/${path}`), SetMetadata(WEBHOOK_PATH, path), OWN_METHODS);
}

/** The handler's Answer has the last word on the status; 200 is what the documentation starts from. */
export function WebhookPost(path: string): MethodDecorator {
  return applyDecorators(
    Post(`:workflow_id/webhook/${path}`),
    HttpCode(200),
    SetMetadata(WEBHOOK_PATH, path),
    OWN_METHODS,
  );
}
