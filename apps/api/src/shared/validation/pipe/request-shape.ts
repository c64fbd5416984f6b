import type { Type } from '@nestjs/common';
import { getMetadataStorage } from 'class-validator';

/** What the pipe must know of a field before it can be checked, from the `context` of the field's rules. */
interface FieldShape {
  /** The class of the object, or of each object of the list, that the field holds. */
  inner?: () => Type<object>;
  /** Whether it is a number that comes as a text, in a query. */
  isDigits?: boolean;
}

export type RequestShape = ReadonlyMap<string, FieldShape>;

const known = new WeakMap<Type, RequestShape>();

/** The fields of a request class and of those that it extends, as class-validator's decorators declare them. */
export function shapeOf(metatype: Type): RequestShape {
  const shape = known.get(metatype) ?? readShape(metatype);
  known.set(metatype, shape);
  return shape;
}

function readShape(metatype: Type): RequestShape {
  const rules = getMetadataStorage().getTargetValidationMetadatas(metatype, '', false, false);
  const shape = new Map<string, FieldShape>();
  for (const { propertyName, context } of rules) {
    shape.set(propertyName, { ...shape.get(propertyName), ...(context as FieldShape | undefined) });
  }
  return shape;
}
