/** The parts of a session below its summary, in their order. */
export const SESSION_PARTS = [
  'decisions_made',
  'tasks_completed',
  'tasks_created',
  'projects_touched',
] as const;
