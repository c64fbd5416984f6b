/**
 * SQL: whether a session belongs to the project of a name.
 * @param name a parameter or a column
 */
export function belongsToProject(name: string): string {
  return `(projects ? (select named.id::text from assistant_projects as named where named.name = ${name}))`;
}
