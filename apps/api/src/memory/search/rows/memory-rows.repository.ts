import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { ForgettableKind, SearchKind } from '@groupless/shared-dto';
import { DataSource, In } from 'typeorm';
import { utcTime } from '../../../database/statements/utc-time';
import { MemoryStatements } from '../../../database/database.module';
import { MEMORY } from '../../../database/memory.data-source';
import type { WriteSource } from '../../../platform/access/write-source';
import { isHeldBack } from '../../fence/quarantine/held-back';
import { isRowFor, type Reader } from '../../readers/reader';
import { deleteAs } from '../../history/change-source.statements';
import { VERSIONED, type VersionedRow } from '../../history/versioned-kinds';

const PAGE_CHARACTERS = 20_000;

export interface FoundText {
  title: string | null;
  text: string;
  at: string;
  pages: number;
}

/** Who reads chats of customers too ($4) reads also what the quarantine holds. */
const READ = {
  name: 'read_memory_row',
  text: `
    select title, substr(body, ($3::int - 1) * ${PAGE_CHARACTERS} + 1, ${PAGE_CHARACTERS}) as text,
           ${utcTime('at')} as at,
           greatest(1, ceil(char_length(body) / ${PAGE_CHARACTERS}.0))::int as pages
    from search_source($1::text, $2::bigint)
    where ${isRowFor('$1::text', '$2::bigint', { chats: '$4', owner: '$5' })}
      and ($4::text = '' or not ${isHeldBack('$1::text', '$2::bigint')})`,
};

/** Single rows of the memory, whatever their kind. */
@Injectable()
export class MemoryRowsRepository {
  constructor(
    private readonly memory: MemoryStatements,
    @InjectDataSource(MEMORY) private readonly dataSource: DataSource,
  ) {}

  async findText(
    kind: SearchKind,
    id: number,
    page: number,
    { chats, owner }: Reader,
  ): Promise<FoundText | null> {
    return (await this.memory.run<FoundText>(READ, [kind, id, page, chats, owner]))[0] ?? null;
  }

  /** Deletes a row that one of these wrote last. Rows from before ids were kept are nobody's. */
  deleteOwn(
    kind: ForgettableKind,
    id: number,
    writers: readonly string[],
    source: WriteSource,
  ): Promise<boolean> {
    const rows = this.dataSource.getRepository<VersionedRow>(VERSIONED[kind].entity);
    return deleteAs(rows, { id, writer_id: In(writers) }, source);
  }
}
