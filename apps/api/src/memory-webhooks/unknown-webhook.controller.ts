import { All, Controller } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { GuardedBy } from '../platform/access/access.decorators';
import { WebhookGuard } from './webhook.guard';

/**
 * All that the webhooks do not take: other methods, other paths, the short form of old. The guard answers
 * before a handler runs.
 */
@ApiExcludeController()
@Controller('webhook')
@GuardedBy(WebhookGuard, 'webhook')
export class UnknownWebhookController {
  @All(':workflow_id/webhook/:path')
  answerWrongMethod(): void {
    // Never reached.
  }

  @All('*')
  answerUnknown(): void {
    // Never reached.
  }
}
