import { Controller, Get, HttpCode, Post, Query } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiBody, ApiConsumes, ApiTags } from '@nestjs/swagger';
import type { IncomingMessage } from 'node:http';
import {
  CLIENT_COLUMNS,
  LIMITS,
  type ClientFilePreviewDto,
  type ClientImportDto,
} from '@groupless/shared-dto';
import { RequiresRole } from '../../platform/access/access.decorators';
import type { KnownActor } from '../../platform/access/caller';
import { CurrentKnownActor } from '../../platform/access/current-caller';
import { Describes } from '../../platform/docs/describes';
import { Answer } from '../../platform/http/answer';
import { IdempotencyKey } from '../../platform/http/headers/idempotency-key';
import { StreamedBody } from '../../platform/http/bodies/streamed-body';
import {
  ClientExportRequest,
  ClientImportRequest,
  ClientReadingRequest,
} from '../requests/client-list.request';
import { ClientExportService } from './client-export.service';
import type { ReadHow } from './client-file-reader';
import { ClientImportService, type ImportHow } from './client-import.service';

const FILE_HEADERS = {
  'content-type': 'text/csv; charset=utf-8',
  'content-disposition': 'attachment; filename="clients.csv"',
};

@ApiTags('Clients')
@Controller('api/clients')
export class ClientFilesController {
  constructor(
    private readonly exports: ClientExportService,
    private readonly imports: ClientImportService,
  ) {}

  @Get('export.csv')
  @RequiresRole('operator')
  @Describes({
    summary: 'Download the clients as CSV',
    description:
      "UTF-8 with a byte order mark. A cell that a spreadsheet would run begins with `'`, which an import takes " +
      'off again. Tags are separated by commas.',
    text: 'text/csv',
  })
  export(@Query() { separator, ...filter }: ClientExportRequest): Answer {
    return new Answer(200, this.exports.export(filter, separator), FILE_HEADERS);
  }

  @Post('import')
  @HttpCode(200)
  @RequiresRole('operator')
  @RouteConfig({ takes_csv: true })
  @ApiConsumes('text/csv')
  @ApiBody({ schema: { type: 'string', example: 'name,phone\r\nJana Nováková,(212) 555-0123\r\n' } })
  @Describes({
    summary: 'Add clients from a CSV file',
    description:
      `The first line names the columns, of which only \`name\` must be there: ${CLIENT_COLUMNS.join(', ')}. ` +
      'Cells are separated by comma, semicolon or tab; tags by comma or semicolon. A row is skipped if its id is ' +
      'known, also as that of a client who was merged into another, or, if it has no id, if somebody with its phone or email has its ' +
      'name, or had it: whose words are in any order, without titles and accents; all words of one with two or more may be in the other. ' +
      'A row of another name with a contact of an earlier row is a client of its own, who has it as `shared_phone` or `shared_email`; with ' +
      'that of a client who was here before, see `shared_contacts`. With ' +
      '`known=fill` or `overwrite` its client is changed instead, by a row without an id only if the name fits: if all words of one are in ' +
      'the other. A phone or email of somebody who is called otherwise is a failed row (`name`, `not_allowed`). ' +
      'Without an id, a number that the client has already changes nothing, and a new one is put before the former ' +
      'ones. `row` is the line of the file in which the row begins. ' +
      'Up to 64 MiB, 500,000 rows and 50,000 failed ones.',
    problems: ['invalid_csv', 'request_timeout', 'overloaded'],
    once: true,
  })
  import(
    @StreamedBody() body: IncomingMessage,
    @Query() query: ClientImportRequest,
    @IdempotencyKey() key: string | null,
    @CurrentKnownActor() actor: KnownActor,
  ): Promise<ClientImportDto> {
    const how: ImportHow = {
      dry_run: query.dry_run === 'true',
      known: query.known ?? (query.update === 'true' ? 'overwrite' : 'skip'),
      changes: query.changes === 'true',
      add_phones: query.add_phones === 'true',
      ...readingOf(query),
      shared_contacts: query.shared_contacts ?? null,
      file_name: query.file_name,
    };
    return this.imports.importFile(body, how, actor, key);
  }

  @Post('import/preview')
  @HttpCode(200)
  @RequiresRole('operator')
  @RouteConfig({ takes_csv: true })
  @ApiConsumes('text/csv')
  @ApiBody({ schema: { type: 'string', example: 'name,phone\r\nJana Nováková,0664 1234567\r\n' } })
  @Describes({
    summary: 'Show what becomes of the first rows of a CSV file',
    description:
      `The first ${LIMITS.import_previewed} rows as an import reads them, each by itself: who is there already, and who shares a contact, ` +
      'is told by `dry_run` of the import. Nothing is stored.',
    problems: ['invalid_csv', 'request_timeout'],
  })
  preview(
    @StreamedBody() body: IncomingMessage,
    @Query() query: ClientReadingRequest,
  ): Promise<ClientFilePreviewDto> {
    return this.imports.previewFile(body, readingOf(query));
  }
}

function readingOf({ country, keep_unreadable }: ClientReadingRequest): ReadHow {
  return { country, keep_unreadable: keep_unreadable === 'true' };
}
