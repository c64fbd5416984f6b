import { applyDecorators, Get, HttpCode, Post } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiParam } from '@nestjs/swagger';

export function WebhookGet(path: string): MethodDecorator {
  return webhook(path, Get);
}

/** 200 is only what the documentation shows: the handler's Answer sets the status. */
export function WebhookPost(path: string): MethodDecorator {
  return applyDecorators(webhook(path, Post), HttpCode(200));
}

function webhook(path: string, method: typeof Get | typeof Post): MethodDecorator {
  return applyDecorators(
    method(`:workflow_id/webhook/${path}`),
    // The prefix answers other methods itself.
    RouteConfig({ answers_other_methods: true, webhook_path: path }),
    ApiParam({ name: 'workflow_id', format: 'uuid', description: `The id in this webhook's URL.` }),
  );
}
