import { ApiProperty, OmitType } from '@nestjs/swagger';
import {
  SEARCH_KINDS,
  type PageDto,
  type SearchHitDto,
  type SearchKind,
  type SearchReasonsDto,
  type SearchTurnDto,
} from '@groupless/shared-dto';
import type { SameShape } from '../../platform/docs/same-shape';

class SearchReasons implements SearchReasonsDto {
  @ApiProperty({
    type: [String],
    description: 'Words of the row that were hit, in lower case and without accents.',
    example: ['booking', 'page'],
  })
  words: string[];

  @ApiProperty({
    type: [String],
    description: 'Words of the query that stand in the row as in the query, one after the other.',
    example: ['booking page'],
  })
  phrases: string[];

  @ApiProperty({ type: Boolean, description: 'Whether the title has a hit.' }) title: boolean;

  @ApiProperty({ type: Boolean, description: 'Whether the row belongs to the project at hand.' })
  project: boolean;

  @ApiProperty({
    type: Number,
    description:
      'How much of what was asked for the row has, from 0 to 1: each word counts by its rarity. Unlike the score it is comparable between searches.',
    example: 0.74,
  })
  share: number;
}

class SearchTurn implements SearchTurnDto {
  @ApiProperty({ type: 'integer' }) id: number;
  @ApiProperty({ type: String, example: 'user' }) role: string;
  @ApiProperty({ type: String, description: 'As that of a hit.' }) excerpt: string;
}

class SearchHit implements SearchHitDto {
  @ApiProperty({ type: String, enum: SEARCH_KINDS }) kind: SearchKind;
  @ApiProperty({ type: 'integer', description: 'Of the row, within its kind.' }) id: number;
  @ApiProperty({ type: String, example: 'Moved the booking page to web-2' }) title: string;

  @ApiProperty({
    type: String,
    description:
      'HTML: hits stand between `<mark>` and `</mark>`, all else is escaped; `…` where it is cut. With `around`, up to three lines.',
    example: '…and the <mark>booking</mark> page answers again &amp; is monitored.',
  })
  excerpt: string;

  @ApiProperty({ type: String, format: 'date-time', description: 'The row’s own date.' }) at: string;

  @ApiProperty({ type: Number, description: 'Higher is better; comparable within one search.', example: 4.2 })
  score: number;

  @ApiProperty({ type: SearchReasons }) why: SearchReasons;

  @ApiProperty({
    type: Boolean,
    enum: [true],
    required: false,
    description: 'Only of a decision that was withdrawn.',
  })
  is_withdrawn?: true;

  @ApiProperty({
    type: [SearchTurn],
    required: false,
    description: 'With `around`, of a message of a chat: it and those beside it, in their order.',
  })
  turns?: SearchTurn[];
}

/** A hit as a model reads it: each character of it is paid for. */
class FoundMemory extends OmitType(SearchHit, ['why', 'turns']) {}

export class FoundMemories {
  @ApiProperty({ type: [FoundMemory] }) items: FoundMemory[];
  @ApiProperty({ type: 'integer' }) total: number;
}

export class SearchPage implements PageDto<SearchHitDto> {
  @ApiProperty({ type: [SearchHit] }) items: SearchHit[];
  @ApiProperty({ type: String, nullable: true, description: 'For the next page; null on the last one.' })
  next_cursor: string | null;

  @ApiProperty({ type: 'integer' }) total: number;

  @ApiProperty({
    type: Boolean,
    description:
      'Whether `total` is all there is. Not while more is written than can be indexed: then what was written in the last seconds is not found yet.',
  })
  total_is_exact: boolean;
}

true satisfies SameShape<SearchReasons, SearchReasonsDto>;
true satisfies SameShape<SearchTurn, SearchTurnDto>;
true satisfies SameShape<SearchHit, SearchHitDto>;
true satisfies SameShape<SearchPage, PageDto<SearchHitDto>>;
