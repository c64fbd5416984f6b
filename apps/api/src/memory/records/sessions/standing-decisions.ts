/** SQL: the decisions of a session without those that were withdrawn in one of its projects, or globally. */
export const STANDING_DECISIONS = (() => {
  const isWithdrawn = `exists (
    select from assistant_decisions as gone
    where gone.withdrawn_at is not null
      and text_digest(decision_identity(gone.text)) = text_digest(decision_identity(entry))
      and (gone.project_id is null or projects ? gone.project_id::text))`;
  const entries = 'decision_entries(decisions_list, decisions_made) as entry';
  return `case when exists (select from assistant_decisions where withdrawn_at is not null)
      and exists (select from ${entries} where ${isWithdrawn})
    then (select coalesce(string_agg(entry, case when decisions_list is null then E'\\n' else ', ' end), '')
          from ${entries} where not ${isWithdrawn})
    else decisions_made end`;
})();
