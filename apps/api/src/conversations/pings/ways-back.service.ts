import { Injectable } from '@nestjs/common';
import { isSameName } from '@groupless/shared-dto';
import { LiveCallersService } from '../../auth/sessions/live-callers.service';
import type { WayBack } from '../../memory/chats/chat-messages.service';
import type { KeyCaller } from '../../platform/access/caller';

/** The caller that asks for replies. */
interface Asking {
  caller: Pick<KeyCaller, 'id'>;
  /** Null: any channel. */
  channel: string | null;
}

/**
 * A reply goes back by the channel and key of the customer's last message, because one chat can have several channels,
 * each with its own agent.
 */
@Injectable()
export class WaysBackService {
  constructor(private readonly callers: LiveCallersService) {}

  /** Whether a reply goes to the caller. */
  async leadTo(way: WayBack | null, asking: Asking): Promise<boolean> {
    return (await this.thatLeadTo([{ way_back: way }], asking)).length === 1;
  }

  /**
   * The replies that go to the caller. Replies for a key that no longer exists go to any other. At most one query,
   * however many replies.
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
