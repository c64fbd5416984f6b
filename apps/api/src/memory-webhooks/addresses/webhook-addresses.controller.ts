import { Controller, Get, Inject, Req } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { WebhookAddressDto } from '@groupless/shared-dto';
import type { FastifyRequest } from 'fastify';
import { SETTINGS } from '../../config/config.module';
import type { Settings } from '../../config/settings';
import { RequiresRoleOrMemoryKey } from '../../platform/access/access.decorators';
import { Describes } from '../../platform/docs/describes';
import { baseUrl } from '../../platform/http/server/base-url';
import { WebhookAddressesService } from './webhook-addresses.service';

/** Tells clients of the memory where its webhooks are, so that their settings need no more than an address and a key. */
@ApiTags('Memory')
@Controller('api/memory/webhooks')
@RequiresRoleOrMemoryKey('admin', 'viewer')
export class WebhookAddressesController {
  constructor(
    private readonly addresses: WebhookAddressesService,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  @Get()
  @Describes({ summary: 'List the addresses of the memory webhooks' })
  list(@Req() request: FastifyRequest): Promise<WebhookAddressDto[]> {
    return this.addresses.listAddresses(baseUrl(this.settings, request));
  }
}
