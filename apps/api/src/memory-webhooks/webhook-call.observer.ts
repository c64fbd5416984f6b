import { Injectable, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { Clock } from '../platform/clock';
import { ExecutionsService } from './addresses/executions.service';
import { calledWebhook } from './webhook.guard';

/** Notes how the calls of the webhooks ended, once each has been answered. Those of unknown ids are not recorded. */
@Injectable()
export class WebhookCallObserver implements OnModuleInit {
  constructor(
    private readonly host: HttpAdapterHost,
    private readonly executions: ExecutionsService,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    const server = this.host.httpAdapter.getInstance<FastifyInstance>();
    server.addHook('onResponse', (request, reply, done) => {
      const path = calledWebhook(request);
      if (path !== undefined) this.note(path, reply);
      done();
    });
  }

  private note(workflow_path: string, reply: FastifyReply): void {
    this.executions.note({
      workflow_path,
      called_at: new Date(this.clock.now().getTime() - reply.elapsedTime),
      status: reply.statusCode,
      duration_ms: Math.round(reply.elapsedTime * 10) / 10,
      error_code: reply.error_code ?? null,
    });
  }
}
