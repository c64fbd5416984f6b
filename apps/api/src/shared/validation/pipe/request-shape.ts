import type { Type } from '@nestjs/common';
import { getMetadataStorage } from 'class-validator';

/** What the pipe must know of a field before it can be checked, from the `context` of the field's rules. */
interface FieldShape {
  /** The class of the object, or of each object of the list, that the field holds. */
  inner?: () => Type<object>;
  /** Whether it is a number that comes as a text, in a query. */
  isDigits?: boolean;
  /** Whether it is a parameter that takes several values, with commas between. */
  takesSeveral?: boolean;
}

export type RequestShape = ReadonlyMap<string, FieldShape>;

const known = new WeakMap<Type, RequestShape>();

/**
 * Lets class-validator find the rules of each class once. By itself it looks through those of all classes for each
 * request, which is a twentieth of what a webhook costs. No class gets rules after its module was loaded.
 */
export function keepFoundRules(): void {
  const storage = getMetadataStorage();
  const find = storage.getTargetValidationMetadatas.bind(storage);
  const found = new WeakMap<object, ReturnType<typeof find>>();
  storage.getTargetValidationMetadatas = (target, ...options) => {
    const rules = found.get(target) ?? find(target, ...options);
    found.set(target, rules);
    return rules;
  };
}

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
