import { Controller, Get, HttpCode, Post, Query } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiBody, ApiConsumes, ApiTags } from '@nestjs/swagger';
import type { IncomingMessage } from 'node:http';
import { MEMORY_FILE_TYPES, type MemoryImportDto } from '@groupless/shared-dto';
import { RequiresMemoryRole } from '../../platform/access/access.decorators';
import type { KnownActor } from '../../platform/access/caller';
import { CurrentKnownActor } from '../../platform/access/current-caller';
import { Describes } from '../../platform/docs/describes';
import { Answer } from '../../platform/http/answer';
import { StreamedBody } from '../../platform/http/bodies/streamed-body';
import { MemoryExportService } from './memory-export.service';
import { MemoryImportRequest } from './memory-import.request';
import { MemoryImportService } from './memory-import.service';

const FILE_HEADERS = {
  'content-type': 'application/zip',
  'content-disposition': 'attachment; filename="memory.zip"',
};

@ApiTags('Memory')
@Controller('api/memory')
export class MemoryFilesController {
  constructor(
    private readonly exports: MemoryExportService,
    private readonly imports: MemoryImportService,
  ) {}

  @Get('export')
  @RequiresMemoryRole('operator', 'memory')
  @Describes({
    summary: 'Download the memory as Markdown files',
    description:
      'A ZIP with a file for each project, person, session and decision, and lists of the state and tasks of each project. ' +
      'Their front matter has all else of the rows. The turns of chats are not among them. Admins get everything; others the ' +
      'projects, and what they wrote themselves.',
    text: 'application/zip',
  })
  async export(@CurrentKnownActor() actor: KnownActor): Promise<Answer> {
    return new Answer(200, await this.exports.export(actor), FILE_HEADERS);
  }

  @Post('import')
  @HttpCode(200)
  @RequiresMemoryRole('operator', 'memory')
  @RouteConfig({ takes_memory_file: true })
  @ApiConsumes(...MEMORY_FILE_TYPES)
  @ApiBody({ schema: { type: 'string', format: 'binary' } })
  @Describes({
    summary: 'Take in files of a memory',
    description:
      'A ZIP as the export makes it, of up to 64 MiB, or what another program kept: a `CLAUDE.md` or `AGENTS.md` (`text/markdown`), ' +
      'the database of claude-mem (`application/vnd.sqlite3`), a mem0 export (`application/json`). What is there already stays ' +
      'as it is, but for decisions that a ZIP has later. All of it is stored, or nothing. Only of an admin who wrote a row ' +
      'is taken from the file.',
    problems: [
      'invalid_zip',
      'invalid_file',
      'project_not_found',
      'project_ambiguous',
      'request_timeout',
      'overloaded',
    ],
  })
  import(
    @StreamedBody() body: IncomingMessage,
    @Query() wish: MemoryImportRequest,
    @CurrentKnownActor() actor: KnownActor,
  ): Promise<MemoryImportDto> {
    return this.imports.import(body, wish, actor);
  }
}
