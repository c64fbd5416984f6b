import { Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { ImportDto, ImportRowDto, ImportUndoneDto, PageDto } from '@groupless/shared-dto';
import { RequiresRole } from '../../../platform/access/access.decorators';
import type { KnownActor } from '../../../platform/access/caller';
import { CurrentKnownActor } from '../../../platform/access/current-caller';
import { Describes } from '../../../platform/docs/describes';
import { UuidPipe } from '../../../platform/http/uuid.pipe';
import { PageRequest } from '../../../platform/validation/page.request';
import { ImportsService } from './imports.service';

@ApiTags('Clients')
@Controller('api/clients/imports')
export class ImportsController {
  constructor(private readonly imports: ImportsService) {}

  @Get()
  @RequiresRole('operator')
  @Describes({
    summary: 'List the imports of clients, the newest first',
    description: 'Without dry runs.',
    problems: ['invalid_cursor'],
  })
  list(@Query() page: PageRequest): Promise<PageDto<ImportDto>> {
    return this.imports.list(page);
  }

  @Get(':id/rows')
  @RequiresRole('operator')
  @Describes({
    summary: 'List what became of the rows of an import',
    description:
      'In the order of the file. Kept for 30 days, without a text of the file; names are those of today.',
    problems: ['not_found', 'invalid_cursor'],
  })
  listRows(@Param('id', UuidPipe) id: string, @Query() page: PageRequest): Promise<PageDto<ImportRowDto>> {
    return this.imports.listRows(id, page);
  }

  @Post(':id/undo')
  @HttpCode(200)
  @RequiresRole('operator')
  @Describes({
    summary: 'Take an import of clients back',
    description:
      'Within 30 days, once; again it answers `already_undone`. A client that it made goes, unless it was changed or merged, or something ' +
      'belongs to it: a booking, a mail, a chat that somebody tied to it. Of clients that it changed, the fields that nobody changed ' +
      'since become what they were.',
    problems: ['not_found', 'too_late'],
  })
  undo(@Param('id', UuidPipe) id: string, @CurrentKnownActor() actor: KnownActor): Promise<ImportUndoneDto> {
    return this.imports.undo(id, actor);
  }
}
