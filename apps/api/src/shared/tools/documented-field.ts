import type { Type } from '@nestjs/common';
import { DECORATORS } from '@nestjs/swagger';

/**
 * The documentation metadata of a class's field.
 * @throws Error at the start if the class documents no such field
 */
export function documentedField(type: Type, name: string): object {
  const prototype = type.prototype as object;
  const field: unknown = Reflect.getMetadata(DECORATORS.API_MODEL_PROPERTIES, prototype, name);
  if (field === undefined) throw new Error(`${type.name} has no field ${name}.`);
  return field as object;
}
