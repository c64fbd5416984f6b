import { SomeUuids, Uuid } from '../platform/validation/uuid-fields';

/** The resource of what is kept, by its id. */
export function ResourceId(): PropertyDecorator {
  return Uuid({ optional: true, nullable: true, description: 'In place of `resource`.' });
}

/** Whose rows are read, in a query. */
export function ResourceIds(): PropertyDecorator {
  return SomeUuids({
    optional: true,
    description: 'In place of `resource`, also of who has left; several by comma.',
  });
}
