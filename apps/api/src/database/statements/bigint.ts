import { Column, type ValueTransformer } from 'typeorm';

/** Converts PostgreSQL's bigint, which comes as text. Ids stay far below 2^53. */
export const bigintAsNumber: ValueTransformer = {
  to: (value: number | null) => value,
  from: (value: string | null) => (value === null ? null : Number(value)),
};

/** The primary key of a memory table: a bigint identity column. */
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

/** Fixes the id of an inserted entity: TypeORM does not apply a column's transformer to what an insert returns. */
export function withNumericId<Entity extends { id: number }>(inserted: Entity): Entity {
  const { id }: { id: unknown } = inserted;
  inserted.id = Number(id);
  return inserted;
}
