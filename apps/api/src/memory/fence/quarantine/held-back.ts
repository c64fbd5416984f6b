/**
 * SQL: whether a row is kept from assistants. It is where the quarantine holds it, and where it stands in the queue of the
 * index: then its text has not been judged yet. Asked in the statement that reads the row, so that no other text of it is shown.
 * A decision is kept as long as the session that said it is: an order may be split over the decisions of a session.
 * For `exists` PostgreSQL would read all decisions first.
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
