import { applyDecorators, type Type } from '@nestjs/common';
import { field, type FieldOptions, type Rule } from './field';

const OBJECT_FIELDS = Symbol('object fields');

type Inner = () => Type;

interface ObjectListOptions extends FieldOptions {
  max: number;
}

/** An object, whose fields are those of another request class. */
export function ObjectOf(inner: Inner, options: FieldOptions): PropertyDecorator {
  const isObject: Rule = { code: 'wrong_type', message: 'must be an object', holds: isPlainObject };
  return applyDecorators(field(options, { type: () => inner() }, [isObject]), remember(inner));
}

/** A list of at most `max` such objects. */
export function ListOf(inner: Inner, { max, ...options }: ObjectListOptions): PropertyDecorator {
  const rules: Rule[] = [
    {
      code: 'wrong_type',
      message: 'must be an array of objects',
      holds: (value) => Array.isArray(value) && value.every(isPlainObject),
    },
    {
      code: 'too_long',
      message: `must have at most ${max} items`,
      holds: (value) => (value as unknown[]).length <= max,
    },
  ];
  return applyDecorators(
    field(options, { type: () => inner(), isArray: true, maxItems: max }, rules),
    remember(inner),
  );
}

/** The fields of a request class that hold objects, each with the class of those. */
export function objectFields(prototype: object): [name: string, inner: Inner][] {
  return [...((Reflect.getMetadata(OBJECT_FIELDS, prototype) as Map<string, Inner> | undefined) ?? [])];
}

function remember(inner: Inner): PropertyDecorator {
  return (prototype, name) => {
    const known = new Map(objectFields(prototype));
    Reflect.defineMetadata(OBJECT_FIELDS, known.set(String(name), inner), prototype);
  };
}

function isPlainObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
