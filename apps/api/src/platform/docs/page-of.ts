import type { Type } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { LIMITS, type PageDto } from '@groupless/shared-dto';

/**
 * A documented class for a page of rows. Extend it: `class ClientsPage extends pageOf(ClientResponse) {}`. OpenAPI
 * schemas have the name of their class, so two classes with one name would overwrite each other.
 */
export function pageOf<Row extends object>(row: Type<Row>): Type<PageDto<Row>> {
  class Page implements PageDto<Row> {
    @ApiProperty({ type: [row] })
    items: Row[];

    @ApiProperty({
      type: String,
      nullable: true,
      example: null,
      description: 'For the next page; null on the last.',
    })
    next_cursor: string | null;

    @ApiProperty({ type: 'integer', description: `Counted up to ${LIMITS.page.counted}.` })
    total: number;

    @ApiProperty({ type: Boolean, description: 'Whether `total` is all there is.' })
    total_is_exact: boolean;
  }
  return Page;
}
