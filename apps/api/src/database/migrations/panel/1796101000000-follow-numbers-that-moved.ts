import type { QueryRunner } from 'typeorm';
import { Step } from '../step';

/**
 * An automatic tie follows the number of the chat also where its client gave the number up and somebody else has it too, where
 * several have it by now, and when a closed chat is written in again.
 */
export class FollowNumbersThatMoved1796101000000 extends Step {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(UP);
  }
}

const KEYS = (reopened: string, columns: string) => String.raw`
  create or replace function conversation_keys() returns trigger
    language plpgsql
    as $$
    begin
      -- Another person writes from now on. An automatic tie follows the number; what a person chose stays.
      if tg_op = 'UPDATE' and not new.is_client_chosen and old.contact_phone is not null
         and new.contact_phone is distinct from old.contact_phone then
        new.client_id := client_of_phone(new.contact_phone, new.contact_name);
        new.client_tied_by := null;
      ${reopened}end if;
      if new.client_id is null and not new.is_client_chosen then
        new.client_tied_by := null;
      elsif new.client_tied_by is null then
        new.client_tied_by := case when new.is_client_chosen then 'person'
          when new.contact_phone is null then 'booking' else 'number' end;
      end if;
      if new.client_id is null then
        new.client_name := null;
      elsif tg_op = 'INSERT' or new.client_id is distinct from old.client_id then
        new.client_name := (select name from clients where id = new.client_id);
      end if;
      new.name := coalesce(new.client_name, new.contact_name, new.contact_phone);
      new.search_text := sort_name(concat_ws(E'\n', new.client_name, new.contact_name, new.contact_phone,
        regexp_replace(new.contact_phone, '\D', '', 'g'), new.chat_id, new.last_message_preview));
      return new;
    end $$;
  drop trigger conversations_keys on conversations;
  create trigger conversations_keys
    before insert or update of client_id, client_name, contact_name, contact_phone, chat_id, last_message_preview${columns}
    on conversations for each row execute function conversation_keys();
`;

const REOPENED = `elsif tg_op = 'UPDATE' and old.status = 'closed' and new.status <> 'closed' and not new.is_client_chosen
          and new.contact_phone is not null then
        -- While it was closed the number may have gone to somebody else.
        new.client_id := tie_of_number(new.contact_phone, new.contact_name, new.client_id);
        if new.client_id is distinct from old.client_id then new.client_tied_by := null; end if;
      `;

const UP = `
  -- Whom a chat of the number is tied to: the one who has it; where that leaves a doubt, who was tied before and has it too.
  -- A number that nobody has any more leaves the tie as it was.
  create function tie_of_number(number text, called text, present uuid) returns uuid
    language sql stable
    as $$
      select case when exists (select from clients_of_phone($1))
        then coalesce(client_of_phone($1, $2), (select owner.id from clients_of_phone($1) as owner where owner.id = $3 limit 1))
        else $3 end
    $$;

  create or replace function tie_conversations_of(number text, tied_at timestamptz) returns void
    language plpgsql
    as $$
    begin
      -- Locked in one order: of two who tie the same chats, the second waits.
      update conversations
        set client_id = found.owner, client_tied_by = case when found.owner is not null then 'number' end, updated_at = tied_at
        from (
          select id, tie_of_number(contact_phone, contact_name, client_id) as owner from conversations
          where contact_phone = number and not is_client_chosen and status <> 'closed' order by id for update
        ) as found
        where conversations.id = found.id and client_id is distinct from found.owner;
    end $$;

  create or replace function tie_conversations_of_clients() returns trigger
    language plpgsql
    as $$
    declare
      number text;
    begin
      if tg_op = 'UPDATE' then
        for number in
          select given from unnest(array[old.phone, new.phone]) as given where given is not null
          union
          select other ->> 'phone' from jsonb_array_elements(old.other_phones || new.other_phones) as other
          order by 1
        loop
          perform tie_conversations_of(number, new.updated_at);
        end loop;
        return null;
      end if;
      for number in
        select phone from added where exists (select from conversations where contact_phone = added.phone)
        union
        select other ->> 'phone' from added cross join jsonb_array_elements(other_phones) as other
          where other_phones <> '[]'
        order by 1
      loop
        perform tie_conversations_of(number, (select max(updated_at) from added));
      end loop;
      return null;
    end $$;
  ${KEYS(REOPENED, ', status')}`;
