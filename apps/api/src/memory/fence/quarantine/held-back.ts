/**
 * SQL: whether a row is hidden from assistants: the quarantine holds it, or it still waits in the queue of the index, so that its
 * text has not been judged. The statement that reads the row asks this, so the text that is shown is the one that was judged.
 * A decision is hidden as long as the session that said it last: an order may be split over the decisions of a session. Not by
 * `exists`, for which PostgreSQL would read all decisions first.
 * @param kind an expression of the row's kind
 * @param id an expression of the row's id, with its table: none called judged, unjudged or saying
 */
export const isHeldBack = (kind: string, id: string) => `
  (${isHeld(kind, id)} or case when ${kind} = 'decision' then (
     select ${isHeld(`'session'`, 'saying.session_id')} from assistant_decisions as saying
     where saying.id = ${id}) is true else false end)`;

/** SQL: whether the quarantine holds a row. One that was not judged yet is not among them. */
export const isQuarantined = (kind: string, id: string) => `exists (
  select from memory_quarantine as judged
  where judged.kind = ${kind} and judged.row_id = ${id} and judged.status = 'held')`;

const isHeld = (kind: string, id: string) => `
  (${isQuarantined(kind, id)}
   or exists (select from search_queue as unjudged where unjudged.kind = ${kind} and unjudged.id = ${id}))`;
