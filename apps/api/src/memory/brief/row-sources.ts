/* Who or what wrote a row, as a brief says it. */

const SUMMARY_SOURCE = `case when written_through = 'panel' then '"person"'
  when made = 'compact' then '"compact summary"' when made = 'extract' then '"extract"' else 'null' end`;

/** Makes one word of the name of a branch or a machine, so that it cannot contain a sentence. */
const inOneWord = (name: string) => String.raw`left(regexp_replace(${name}, '\s+', '-', 'g'), 100)`;

/** With the place of the session, as it reported it. */
export const SESSION_SOURCE = `case when session_id is null then ${SUMMARY_SOURCE}
  else coalesce(to_json(nullif(concat_ws(', ', trim('"' from nullif(${SUMMARY_SOURCE}, 'null')),
    'branch ' || ${inOneWord('branch')}, ${inOneWord('machine')}), ''))::text, 'null') end`;

/**
 * An extract of one request of one line without a file, a commit, a task or a decision. Hooks no longer store them. Each
 * line of an extract begins with a label.
 */
export const IS_SMALL = String.raw`(coalesce(written_through = 'hook', false) and made = 'extract'
  and concat(tasks_completed, tasks_created, decisions_made) = ''
  and summary ~ '^First request: [^\n]*\n(Last answer: |There was no answer\.)'
  and summary !~ '\n(Requests|Files|Commits|Tasks done|Tasks left|First request): ')`;

/** Marks rows written in the panel. Once a task has changed, who wrote its text is unknown: the panel may have set its priority. */
export const ROW_SOURCE = `case when written_through = 'panel' then '"person"' else 'null' end`;
export const TASK_SOURCE = `case when written_through = 'panel' and updated_at = created_at then '"person"' else 'null' end`;
