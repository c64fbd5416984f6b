import {
  CONVERSATION_SHARINGS,
  LIMITS,
  type ConversationSharing,
  type ReplaceConversationSettingsDto,
  type WaitingLimitsDto,
} from '@groupless/shared-dto';
import type { SameShape } from '../../platform/docs/same-shape';
import { Integer, OneOf } from '../../platform/validation/fields';
import { ObjectOf } from '../../platform/validation/object-fields';

const Minutes = (description: string, example: number | null) =>
  Integer({ nullable: true, ...LIMITS.waiting_minutes, description: `${description}; null: not.`, example });

class WaitingLimits implements WaitingLimitsDto {
  @Minutes('After how many minutes of waiting the person who has the conversation is reminded', 5)
  remind_assigned_minutes: number | null;

  @Minutes('After how many minutes of waiting the team is reminded', 15)
  remind_team_minutes: number | null;

  @Minutes('After how many minutes without a word or an act of a person the agent answers again', null)
  hand_back_minutes: number | null;
}

export class ConversationSettingsRequest extends WaitingLimits implements ReplaceConversationSettingsDto {
  @Integer({
    nullable: true,
    ...LIMITS.closing_days,
    description:
      'After how many days without a word a conversation is closed, unless somebody waits; null: never.',
    example: 30,
  })
  close_after_days: number | null;

  @OneOf({
    optional: true,
    values: CONVERSATION_SHARINGS,
    description:
      'To whom conversations are given that need a person and are nobody’s: to nobody, to each in turn, or to who has the ' +
      'fewest. Only who is there gets one: who is logged in and has not said to be away.',
    example: 'none',
  })
  assign?: ConversationSharing;

  @Integer({
    optional: true,
    nullable: true,
    ...LIMITS.waiting_minutes,
    description:
      'After how many minutes without a touch of the panel somebody is away; null: who says so alone.',
    example: null,
  })
  away_after_minutes?: number | null;

  @ObjectOf(() => WaitingLimits, {
    nullable: true,
    description: 'The minutes that count outside the opening hours; null: the same.',
    example: null,
  })
  outside_hours: WaitingLimits | null;
}

true satisfies SameShape<ConversationSettingsRequest, ReplaceConversationSettingsDto>;
