import type { Type } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { LIMITS, type PageDto } from '@groupless/shared-dto';

/** The documented class of a page of rows. */
export function pageOf<Row extends object>(row: Type<Row>): Type<PageDto<Row>> {
  class Page implements PageDto<Row> {
    @ApiProperty({ type: [row] })
    items: Row[];

    @ApiProperty({
      type: ['string', 'null'] as never,
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
