import { QueryFlag } from '../../platform/validation/fields';
import { PageRequest } from '../../platform/validation/page.request';

export class ChatsListRequest extends PageRequest {
  @QueryFlag({
    optional: true,
    description: 'True: only the chats of coding assistants, whose id begins with `project:`.',
  })
  without_customers?: 'true' | 'false';
}
