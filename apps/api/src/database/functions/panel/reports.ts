/**
 * What became of a conversation so far: `alone`, the agent answered all that the client said; `person`, a person was needed, and
 * `waited` if the client then waited for five minutes or longer; `none` of these; `unknown`, it began before this was recorded.
 * @param row the conversation with a dot; without it a column is named alone
 */
export const outcomeOf = (row = '') => `
  case when ${row}person_needed is null then 'unknown'
    when ${row}person_needed then case when ${row}longest_wait_s >= 300 then 'waited' else 'person' end
    when ${row}first_answer_s is not null and ${row}unanswered_since is null then 'alone'
    else 'none' end`;

const OUTCOME = String.raw`
  create or replace function conversation_outcome(conversation conversations) returns text
    language sql immutable
    as $$ select ${outcomeOf('conversation.')} $$;
  create or replace function keep_conversation_figures() returns trigger
    language plpgsql
    as $$
    begin
      insert into erased_conversation_figures (created_at, channel, outcome, first_answer_s)
        values (old.created_at, old.channel, conversation_outcome(old), old.first_answer_s);
      insert into report_marks (at) values (old.created_at);
      return null;
    end $$;
  create or replace trigger conversations_keep_figures after delete on conversations
    for each row execute function keep_conversation_figures();`;

/** Which days have to be counted again. */
const MARKS = String.raw`
  create or replace function mark_conversation() returns trigger
    language plpgsql
    as $$
    begin
      insert into report_marks (at) values (new.created_at);
      return null;
    end $$;
  create or replace trigger conversations_mark_new after insert on conversations
    for each row execute function mark_conversation();
  create or replace trigger conversations_mark_changed after update on conversations
    for each row when (old.channel <> new.channel or old.first_answer_s is distinct from new.first_answer_s
      or conversation_outcome(old) <> conversation_outcome(new))
    execute function mark_conversation();

  create or replace function mark_appointment() returns trigger
    language plpgsql
    as $$
    begin
      insert into report_marks (at) select distinct at from unnest(case tg_op
        when 'INSERT' then array[new.created_at, new.starts_at]
        when 'DELETE' then array[old.created_at, old.starts_at]
        else array[old.created_at, old.starts_at, new.created_at, new.starts_at] end) as at;
      return null;
    end $$;
  create or replace trigger appointments_mark after insert or delete on appointments
    for each row execute function mark_appointment();
  create or replace trigger appointments_mark_changed after update on appointments
    for each row when ((old.created_at, old.starts_at, old.ends_at, old.status, old.source, old.resource_id, old.room_id,
        old.times_moved, old.made_by_agent, old.made_in_hours)
      is distinct from (new.created_at, new.starts_at, new.ends_at, new.status, new.source, new.resource_id, new.room_id,
        new.times_moved, new.made_by_agent, new.made_in_hours))
    execute function mark_appointment();

  create or replace function mark_visit() returns trigger
    language plpgsql
    as $$
    begin
      insert into report_marks (at)
        select unnest(array[created_at, starts_at]) from appointments
        where id = case tg_op when 'DELETE' then old.appointment_id else new.appointment_id end;
      return null;
    end $$;
  create or replace trigger appointment_services_mark after insert or update or delete on appointment_services
    for each row execute function mark_visit();`;

export const REPORTS = OUTCOME + MARKS;
