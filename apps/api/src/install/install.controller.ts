import { Controller, Get, Inject, Req } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { SETTINGS } from '../config/config.module';
import type { Settings } from '../config/settings';
import { Open } from '../platform/access/access.decorators';
import { Describes } from '../platform/docs/describes';
import { Answer } from '../platform/http/answer';
import { baseUrl } from '../platform/http/server/base-url';
import { entityTag } from '../platform/http/headers/entity-tag';
import { PACKAGE_FILE } from './built-cli';
import { InstallService } from './install.service';

const TEXT_TYPE = 'text/plain; charset=utf-8';

/** The package of the CLI, for npm. Public. */
@ApiTags('Assistant accounts')
@Controller('install')
@Open()
export class InstallController {
  constructor(
    private readonly install: InstallService,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  @Get()
  @Describes({
    summary: 'Read how to install the CLI from this server',
    description: 'The first line is `assistant-cli` and the version.',
    problems: ['not_found'],
    offline: true,
  })
  @ApiOkResponse({
    description: 'Done',
    content: { 'text/plain': { schema: { type: 'string' }, example: 'assistant-cli 1.0.0' } },
  })
  instructions(@Req() request: FastifyRequest): Answer {
    return download(this.install.instructions(baseUrl(this.settings, request)), TEXT_TYPE);
  }

  @Get(PACKAGE_FILE)
  @Describes({
    summary: 'Download the CLI, an npm package without dependencies',
    problems: ['not_found'],
    offline: true,
  })
  @ApiOkResponse({
    description: 'Done',
    content: { 'application/gzip': { schema: { type: 'string', format: 'binary' } } },
  })
  package(): Answer {
    return download(this.install.package(), 'application/gzip');
  }

  @Get(`${PACKAGE_FILE}.sha256`)
  @Describes({
    summary: 'Read the SHA-256 of the package, as `sha256sum --check` takes it',
    text: 'text/plain',
    problems: ['not_found'],
    offline: true,
  })
  checksum(): Answer {
    return download(this.install.checksum(), TEXT_TYPE);
  }
}

/** Caches must revalidate it each time. */
function download(content: string | Buffer, type: string): Answer {
  const headers = { 'content-type': type, etag: entityTag(content), 'cache-control': 'no-cache' };
  return new Answer(200, typeof content === 'string' ? content : () => Promise.resolve(content), headers);
}
