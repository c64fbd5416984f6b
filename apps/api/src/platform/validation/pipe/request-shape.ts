import type { Type } from '@nestjs/common';
import { getMetadataStorage } from 'class-validator';

/** What the pipe needs to read a field, from the `context` of its rules. */
interface FieldShape {
  /** The class of a nested object, or of a list's objects. */
  inner?: () => Type<object>;
  /** Whether it is a number in a query. */
  isDigits?: boolean;
  /** Whether it is a parameter with comma-separated values. */
  takesSeveral?: boolean;
}

export type RequestShape = ReadonlyMap<string, FieldShape>;

const known = new WeakMap<Type, RequestShape>();

/**
 * Caches class-validator's rules by class. Without it, it searches the rules of all classes on each request: a
 * twentieth of a webhook's time. No class gets rules after its module was loaded.
 *
 * It has no setting for that (https://github.com/typestack/class-validator/issues/2686), and `validateSync()` takes neither rules
 * nor a storage. So a method of its one storage is wrapped: a public one, whose results stay the same.
 */
export function cacheRules(): void {
  const storage = getMetadataStorage();
  const find = storage.getTargetValidationMetadatas.bind(storage);
  const found = new WeakMap<object, ReturnType<typeof find>>();
  storage.getTargetValidationMetadatas = (target, ...options) => {
    const rules = found.get(target) ?? find(target, ...options);
    found.set(target, rules);
    return rules;
  };
}

/** The fields of a request class and its base classes, from class-validator's metadata. */
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
