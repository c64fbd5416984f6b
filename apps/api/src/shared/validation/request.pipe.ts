import type { ArgumentMetadata, PipeTransform, Type } from '@nestjs/common';
import type { FieldErrorDto } from '@groupless/shared-dto';
import { invalidRequest } from '../errors/app-error';
import { fieldsOf, type Field, type Rule } from './field';
import { objectFields } from './object-fields';
import { unsafeTexts } from './text-safety';

/**
 * Turns the body, the query or the parameters of a request into the class that its handler declares.
 * Refuses what the class does not know, and never changes a value on its way.
 */
export class RequestPipe implements PipeTransform {
  transform(value: unknown, { type, metatype, data }: ArgumentMetadata): unknown {
    if (type === 'custom' || metatype === undefined) return value;
    if (type === 'param') {
      refuse(unsafeTexts(value, data ?? 'path'));
      return value;
    }
    refuse(unsafeTexts(value, ''));
    const given = type === 'query' ? readQuery(value as Query, metatype) : readBody(value, metatype);
    const { request, errors } = checked(given, metatype, { type, path: '' });
    refuse(errors);
    return request;
  }
}

/** An instance of the request class with what is wrong in it, in the objects within it too. */
function checked(
  given: Fields,
  metatype: Type,
  { type, path }: { type: 'query' | 'body'; path: string },
): { request: object; errors: FieldErrorDto[] } {
  const prototype = metatype.prototype as object;
  const known = fieldsOf(prototype);
  const errors = unknownFields(given, known, type, path);
  const request = new metatype() as Fields;
  for (const [name, field] of known) {
    // The known fields alone: the others are refused, and may have names such as `constructor` that mean something.
    if (Object.hasOwn(given, name)) request[name] = given[name];
    const fault = field.fault(request[name]);
    if (fault !== null) errors.push(describe(path + name, fault));
  }
  for (const [name, inner] of objectFields(prototype)) {
    const enter = (value: unknown, index?: number) => {
      if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
      const within = index === undefined ? `${path}${name}.` : `${path}${name}.${index}.`;
      const entered = checked(value as Fields, inner(), { type, path: within });
      errors.push(...entered.errors);
      return entered.request;
    };
    const value = given[name];
    if (value !== undefined) request[name] = Array.isArray(value) ? value.map(enter) : enter(value);
  }
  return { request, errors };
}

const OPTIONAL_BODY = Symbol('optional body');

/** On a request class: no body at all counts as an empty one. */
export function OptionalBody(): ClassDecorator {
  return (target) => Reflect.defineMetadata(OPTIONAL_BODY, true, target);
}

type Query = Record<string, string | string[]>;
type Fields = Record<string, unknown>;

const NONE: ReadonlyMap<string, Field> = new Map();

/** Refuses all parameters of a query, for handlers that declare none. */
export function refuseAnyParameter(query: unknown): void {
  refuse(unknownFields(query as Query, NONE, 'query'));
}

/** Refuses a body other than `{}`, for handlers that declare none. */
export function refuseAnyField(body: unknown): void {
  if (body === undefined) return;
  refuse(unknownFields(readBody(body), NONE, 'body'));
}

function readBody(body: unknown, metatype?: Type): Fields {
  if (body === undefined && metatype !== undefined && Reflect.hasMetadata(OPTIONAL_BODY, metatype)) return {};
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body as Fields;
  const message = body === undefined ? 'A JSON body is required.' : 'The body must be a JSON object.';
  throw invalidRequest([{ field: '', code: body === undefined ? 'required' : 'wrong_type', message }]);
}

function readQuery(query: Query, metatype: Type): Fields {
  const known = fieldsOf(metatype.prototype as object);
  // Without a prototype even a parameter named __proto__ is one that was given.
  const read = Object.create(null) as Fields;
  const repeated: FieldErrorDto[] = [];
  for (const [name, value] of Object.entries(query)) {
    if (Array.isArray(value))
      repeated.push({ field: name, code: 'repeated', message: `${name} is given more than once.` });
    else read[name] = known.get(name)?.read?.(value) ?? value;
  }
  refuse(repeated);
  return read;
}

function unknownFields(
  given: Fields,
  known: ReadonlyMap<string, Field>,
  type: 'query' | 'body',
  path = '',
): FieldErrorDto[] {
  const unknown = Object.keys(given).filter((name) => !known.has(name));
  if (unknown.length === 0) return [];
  const noun = type === 'query' ? 'parameter' : 'field';
  const accepted =
    known.size === 0 ? `No ${noun} is accepted here.` : `Accepted: ${[...known.keys()].join(', ')}.`;
  return unknown.map((name) => ({
    field: path + name,
    code: 'unknown_field',
    message: `Unknown ${noun} ${shown(path + name)}. ${accepted}`,
  }));
}

/** A name as it can stand in a message, however long it is. */
function shown(name: string): string {
  return JSON.stringify(name.length > 60 ? `${name.slice(0, 60)}…` : name);
}

function describe(field: string, { code, message }: Rule): FieldErrorDto {
  return { field, code, message: `${field} ${message}.` };
}

function refuse(errors: FieldErrorDto[]): void {
  if (errors.length > 0) throw invalidRequest(errors.slice(0, MOST_ERRORS));
}

/** More would help nobody, and a body can have a thousand wrong keys. */
const MOST_ERRORS = 50;
