import { CLIENT_MERGES } from '../migrations/panel/create-panel/client-merges';
import { CLIENT_KEYS, SHORT_GRAMS } from '../migrations/panel/create-panel/clients';
import { CLIENT_WORDS } from '../migrations/panel/create-panel/client-words';
import { SAVED_REPLIES } from '../migrations/panel/create-panel/saved-replies';
import type { FormerVersions } from './former-versions';

export const FORMER_PANEL: FormerVersions = {
  oldest: { count: 31, last: 'CreateConversationNotes1795374000000' },
  steps: [
    {
      migration: 'ClaimDeliveriesByPlace1795378000000',
      sql: `create index hook_deliveries_waiting on hook_deliveries (hook_id, place) where status = 'pending'`,
    },
    {
      migration: 'KeepClientWords1795379000000',
      sql: `${CLIENT_WORDS}
        insert into client_words
        select distinct word
        from clients, regexp_split_to_table(sort_name(concat_ws(' ', name, company)), '[[:space:][:punct:]]+') as word
        where char_length(word) between 4 and 30;`,
    },
    { migration: 'CreateClientMerges1795379001000', sql: CLIENT_MERGES },
    { migration: 'CreateSavedReplies1795379002000', sql: SAVED_REPLIES },
    {
      migration: 'ChooseNotifications1795380000000',
      sql: `alter table users
        add column notify_desktop text[] not null default '{}',
        add column notify_sound text[] not null default '{}'`,
    },
    {
      migration: null,
      sql: `drop function find_or_make_client, touch_client; ${SHORT_GRAMS} ${CLIENT_KEYS}`,
    },
  ],
};
