import { Injectable } from '@nestjs/common';
import { LiveCallersService } from '../../auth/sessions/live-callers.service';
import type { WayBack } from '../../memory/chats/chat-messages.service';
import type { KeyCaller } from '../../shared/access/caller';

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

  /** Whether a reply goes to who asks. What a key brought that is gone by now, any other may answer. */
  async leadTo(way: WayBack | null, { caller, channel }: Asking): Promise<boolean> {
    if (way === null) return true;
    if (channel !== null && way.channel !== null && channel !== way.channel) return false;
    return way.sent_by === null || way.sent_by === caller.id || !(await this.callers.isLiveKey(way.sent_by));
  }
}
