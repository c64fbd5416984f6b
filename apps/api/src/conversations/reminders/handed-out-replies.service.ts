import { Injectable } from '@nestjs/common';
import { ChatMessagesService, type HandedOut } from '../../memory/chats/chat-messages.service';
import type { JsonText } from '../../platform/http/json-text';
import { Bus } from '../../shared/bus/bus';
import { LINK_PLACE, REMINDERS_HANDED_OUT } from '../public';

type Waiting = HandedOut['replies'];

/** Hands replies to agents. A reminder gets its link only now, so that no copy of the chat opens a booking. */
@Injectable()
export class HandedOutRepliesService {
  constructor(
    private readonly messages: ChatMessagesService,
    private readonly bus: Bus,
  ) {}

  async handOut(waiting: Waiting): Promise<HandedOut> {
    const { replies, handed } = await this.messages.handOut(waiting);
    const keys = replies.flatMap(({ reminder_key, row }) =>
      reminder_key !== null && row.includes(LINK_PLACE) ? [reminder_key] : [],
    );
    if (keys.length === 0) return { replies, handed };
    const links = new Map((await this.bus.tell(REMINDERS_HANDED_OUT, { keys })).flatMap((one) => [...one]));
    const linked = replies.map((one) =>
      one.reminder_key === null ? one : { ...one, row: withLink(one.row, links.get(one.reminder_key)) },
    );
    return { replies: linked, handed };
  }
}

/** Without a link its line goes: lines of a JSON text end with a backslash and an n. */
const LINE = /(?:\\n)?(?:(?!\\n|").)*\[…\]/g;

function withLink(row: JsonText, url: string | undefined): JsonText {
  return (url === undefined ? row.replace(LINE, '') : row.replace(LINK_PLACE, () => url)) as JsonText;
}
