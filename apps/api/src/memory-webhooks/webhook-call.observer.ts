import { Injectable, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Clock } from '../shared/clock';
import { ExecutionsService } from '../workflows/executions.service';
import { WorkflowsService } from '../workflows/workflows.service';

type WebhookRequest = FastifyRequest<{ Params: { workflow_id?: string } }>;

/** Notes how the calls of the webhooks ended, once each has been answered. */
@Injectable()
export class WebhookCallObserver implements OnModuleInit {
  constructor(
    private readonly host: HttpAdapterHost,
    private readonly workflows: WorkflowsService,
    private readonly executions: ExecutionsService,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    const server = this.host.httpAdapter.getInstance<FastifyInstance>();
    server.addHook('onResponse', (request: WebhookRequest, reply) => this.observe(request, reply));
  }

  private async observe({ params, routeOptions }: WebhookRequest, reply: FastifyReply): Promise<void> {
    const workflow_path = routeOptions.config.webhook_path;
    if (workflow_path === undefined || !(await this.isKnown(params.workflow_id, workflow_path))) return;
    this.executions.note({
      workflow_path,
      called_at: new Date(this.clock.now().getTime() - reply.elapsedTime),
      status: reply.statusCode,
      duration_ms: Math.round(reply.elapsedTime * 10) / 10,
      error_code: reply.error_code ?? null,
    });
  }

  /**
   * Calls of unknown ids are not recorded. The guard checks the id too, but calls whose body cannot be read end before
   * it. While the ids cannot be loaded, nothing is recorded.
   */
  private async isKnown(id = '', workflow_path: string): Promise<boolean> {
    try {
      return (await this.workflows.findActiveMethod(id, workflow_path)) !== null;
    } catch {
      return false;
    }
  }
}
