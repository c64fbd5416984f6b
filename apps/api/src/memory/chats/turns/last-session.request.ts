import { ApiProperty } from '@nestjs/swagger';
import { LIMITS, type BranchDto, type LastSessionDto, type LastSessionQueryDto } from '@groupless/shared-dto';
import type { SameShape } from '../../../platform/docs/same-shape';
import { QueryInteger, Text } from '../../../platform/validation/fields';
import { ChatMessageRow } from '../../rows.response';

export class LastSessionRequest implements LastSessionQueryDto {
  @Text({
    optional: true,
    ...LIMITS.outside_id,
    description: 'The assistant’s own id of the session that is resumed.',
    example: 'b2f1c7e0',
  })
  session_id?: string;

  @QueryInteger({
    optional: true,
    ...LIMITS.chat_history,
    description: 'How many turns at most.',
    example: 6,
  })
  limit?: number;
}

const Told = (example: string) => ApiProperty({ type: String, nullable: true, example });

class Branch implements BranchDto {
  @ApiProperty({ type: String, example: 'feature/cart' }) branch: string;
  @Told('1f3e5d7') head: string | null;
}

export class LastSessionResponse implements LastSessionDto {
  @ApiProperty({ type: String, nullable: true, description: 'Null: there is none.', example: 'b2f1c7e0' })
  session_id: string | null;

  @Told('feature/cart') branch: string | null;
  @Told('1f3e5d7') head: string | null;
  @Told('laptop-of-ada') machine: string | null;

  @ApiProperty({ type: String, format: 'date-time', nullable: true, description: 'Of its last turn.' })
  last_turn_at: string | null;

  @ApiProperty({ type: Boolean, description: 'It has turns of the last hour since its last summary.' })
  is_running: boolean;

  @ApiProperty({ type: [ChatMessageRow], description: 'Oldest first.' })
  messages: ChatMessageRow[];

  @ApiProperty({ type: [Branch], description: 'Of the newest sessions of the project.' })
  branches: Branch[];
}

true satisfies SameShape<LastSessionRequest, LastSessionQueryDto>;
true satisfies SameShape<LastSessionResponse, LastSessionDto>;
