import { Column, type ValueTransformer } from 'typeorm';

/** PostgreSQL's bigint comes as text; ids stay far below 2^53 and are numbers everywhere. */
export const bigintAsNumber: ValueTransformer = {
  to: (value: number | null) => value,
  from: (value: string | null) => (value === null ? null : Number(value)),
};

/** The primary key of a memory table: a bigint that the database counts up. */
export function IdentityColumn(constraint: string): PropertyDecorator {
  return Column({
    type: 'bigint',
    primary: true,
    generated: 'identity',
    generatedIdentity: 'BY DEFAULT',
    primaryKeyConstraintName: constraint,
    transformer: bigintAsNumber,
  });
}

/** An entity that was just inserted: TypeORM does not apply a column's transformer to what an insert returns. */
export function withNumericId<Entity extends { id: number }>(inserted: Entity): Entity {
  const { id }: { id: unknown } = inserted;
  inserted.id = Number(id);
  return inserted;
}
