import { Injectable } from '@nestjs/common';
import { isSameName } from '@groupless/shared-dto';
import { LiveCallersService } from '../../auth/sessions/live-callers.service';
import type { WayBack } from '../../memory/chats/chat-messages.service';
import type { KeyCaller } from '../../platform/access/caller';

/** Who asks for replies. */
interface Asking {
  caller: Pick<KeyCaller, 'id'>;
  /** Null: it does not say for which channel. */
  channel: string | null;
}

/**
 * A reply goes back on the way on which the customer wrote last: one chat can have several channels, each with an agent of
 * its own.
 */
@Injectable()
export class WaysBackService {
  constructor(private readonly callers: LiveCallersService) {}

  /** Whether a reply goes to who asks. */
  async leadTo(way: WayBack | null, asking: Asking): Promise<boolean> {
    return (await this.thatLeadTo([{ way_back: way }], asking)).length === 1;
  }

  /**
   * Those of several replies that go to who asks. What a key brought that is gone by now, any other may answer. One
   * question at most, however many they are.
   */
  async thatLeadTo<Reply extends { way_back: WayBack | null }>(
    replies: readonly Reply[],
    { caller, channel }: Asking,
  ): Promise<Reply[]> {
    const byChannel = replies.filter(({ way_back: way }) => isOnChannel(channel, way?.channel ?? null));
    const senderOf = ({ way_back: way }: Reply) => way?.sent_by ?? caller.id;
    const others = byChannel.map(senderOf).filter((id) => id !== caller.id);
    const live = await this.callers.liveKeysOf(others);
    return byChannel.filter((reply) => senderOf(reply) === caller.id || !live.has(senderOf(reply)));
  }
}

function isOnChannel(asked: string | null, sent: string | null): boolean {
  return asked === null || sent === null || isSameName(asked, sent);
}
