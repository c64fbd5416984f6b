import type { Type } from '@nestjs/common';
import { ArrayMaxSize, IsArray, IsObject, ValidateNested } from 'class-validator';
import { fault, field, type FieldOptions } from './field';
import { shapeOf } from './pipe/request-shape';

type Inner = () => Type;

/** The object's fields, for the error message. */
function namesOf(inner: Inner): string {
  return [...shapeOf(inner()).keys()].join(', ');
}

interface ObjectListOptions extends FieldOptions {
  max: number;
}

/** An object with the fields of another request class. */
export function ObjectOf(inner: Inner, options: FieldOptions): PropertyDecorator {
  return field(options, { type: () => inner() }, [
    IsObject({ ...fault('wrong_type', ''), message: () => `must be an object with ${namesOf(inner)}` }),
    ValidateNested({ context: { inner } }),
  ]);
}

/** A list of at most `max` such objects. */
export function ListOf(inner: Inner, { max, ...options }: ObjectListOptions): PropertyDecorator {
  const notObjects = fault('wrong_type', 'must be an array of objects');
  return field(options, { type: () => inner(), isArray: true, maxItems: max }, [
    IsArray(notObjects),
    IsObject({ ...notObjects, each: true }),
    ArrayMaxSize(max, fault('too_long', `must have at most ${max} items`)),
    ValidateNested({ each: true, context: { inner } }),
  ]);
}
