/** An SQL expression: an instant as JSON has it, in UTC and milliseconds. */
export function utcTime(instant: string): string {
  return `to_char(${instant} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}

/** The same as a column of its name. */
export function utcColumn(name: string): string {
  return `${utcTime(name)} as ${name}`;
}
