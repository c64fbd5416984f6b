import { PERSON_VALUES, type TableOfClients } from './personal-columns';

/** The statement that erases the rows of a table. */
export function erasingStatement(table: string, { of, erase }: Pick<TableOfClients, 'of' | 'erase'>): string {
  if (erase === 'delete') return `${TYPED} delete from ${table} where ${of}`;
  const set = Object.entries(erase).map(([column, value]) => `${column} = ${value}`);
  return `${TYPED} update ${table} set ${set.join(', ')} where ${of}`;
}

/** The statement that reads a page of a table for the person: $7 rows after the first $8. */
export function handingStatement(table: string, { of, person, told, order, handed }: TableOfClients): string {
  const own = handed?.own ?? {};
  const columns = new Set([...words(`${told} ${person}`), ...Object.keys(own)]);
  const shown = [...columns].map((column) => `${own[column] ?? `"${column}"`} as "${column}"`);
  const rows = `from ${table} where ${handed?.of ?? of} order by ${order}`;
  return `${TYPED} select ${shown.join(', ')} ${rows} limit $7 offset $8`;
}

/** Gives each value a type, also those that a condition does not use. */
const TYPED = `with typed as (select ${Object.values(PERSON_VALUES).join(', ')})`;

export function words(text: string): string[] {
  return text.split(' ').filter((word) => word !== '');
}
