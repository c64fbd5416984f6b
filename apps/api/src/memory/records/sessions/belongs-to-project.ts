/**
 * SQL: whether a session belongs to the project of a name.
 * @param name a parameter or a column
 */
export function belongsToProject(name: string): string {
  return `(projects ? (select named.id::text from assistant_projects as named where named.name = ${name}))`;
}

/**
 * SQL: the same, or to one whose folder is above or below those of the project.
 * @param name a parameter
 */
export function belongsToFolder(name: string): string {
  return `(projects ?| (select related_projects(${name})))`;
}
