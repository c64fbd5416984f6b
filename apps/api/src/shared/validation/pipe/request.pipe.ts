import { ValidationPipe, type ArgumentMetadata, type PipeTransform, type Type } from '@nestjs/common';
import type { FieldErrorDto } from '@groupless/shared-dto';
import * as classValidator from 'class-validator';
import { invalidRequest } from '../../errors/app-error';
import { fieldErrorsOf } from './field-errors';
import { shapeOf } from './request-shape';
import { unsafeTexts } from './text-safety';
import { isObject, toInstance } from './to-instance';
import { unknownField, type Noun } from './unknown-fields';

type Fields = Record<string, unknown>;
type Query = Record<string, string | string[]>;

/** Nest's pipe with our problem answers. It refuses what a request class does not know, and changes no value. */
class RequestPipe extends ValidationPipe {
  constructor(noun: Noun) {
    super({
      transform: true,
      whitelist: true,
      forbidNonWhitelisted: true,
      stopAtFirstError: true,
      validationError: { target: true },
      exceptionFactory: (errors) => refusalOf(fieldErrorsOf(errors, noun)),
      validatorPackage: classValidator,
      transformerPackage: {
        plainToInstance: (metatype, given) => toInstance(metatype, given as Fields, noun),
        classToPlain: (request: object) => request,
      },
    });
  }

  /** No rule is asynchronous. */
  protected override validate(request: object, options?: classValidator.ValidatorOptions) {
    return classValidator.validateSync(request, options);
  }

  protected override stripProtoKeys(): void {
    // `toInstance()` refuses such keys in a request; documents inside it keep theirs.
  }

  protected override closeArrayGaps(): void {
    // Parsed JSON has no gaps.
  }

  /** Parsed JSON has no binary values. */
  protected override findNestedBinaryValues(): [] {
    return [];
  }
}

/** Turns a body into the class that the handler declares. One that declares `unknown` gets it as it came. */
export class BodyPipe extends RequestPipe {
  constructor() {
    super('field');
  }

  override async transform(value: unknown, metadata: ArgumentMetadata): Promise<unknown> {
    const { type, metatype = Object } = metadata;
    if (type !== 'body' || metatype === Object) return value;
    refuse(unsafeTexts(value, ''));
    return super.transform(readBody(value, metatype), metadata);
  }
}

/** Turns a query into the class that the handler declares. */
export class QueryPipe extends RequestPipe {
  constructor() {
    super('parameter');
  }

  override async transform(value: unknown, metadata: ArgumentMetadata): Promise<unknown> {
    if (metadata.type !== 'query' || metadata.metatype === undefined) return value;
    refuse(unsafeTexts(value, ''));
    return super.transform(readQuery(value as Query, metadata.metatype), metadata);
  }
}

/** Refuses parts of the path that no database could hold. */
export class PathPipe implements PipeTransform {
  transform(value: unknown, { type, data }: ArgumentMetadata): unknown {
    if (type === 'param') refuse(unsafeTexts(value, data ?? 'path'));
    return value;
  }
}

const OPTIONAL_BODY = Symbol('optional body');

/** On a request class: no body at all counts as an empty one. */
export function OptionalBody(): ClassDecorator {
  return (target) => Reflect.defineMetadata(OPTIONAL_BODY, true, target);
}

/** Refuses all parameters of a query, for handlers that declare none. */
export function refuseAnyParameter(query: unknown): void {
  refuse(Object.keys(query as Query).map((name) => unknownField(name, 'parameter', [])));
}

/** Refuses a body other than `{}`, for handlers that declare none. */
export function refuseAnyField(body: unknown): void {
  if (body === undefined) return;
  refuse(Object.keys(readBody(body)).map((name) => unknownField(name, 'field', [])));
}

function readBody(body: unknown, metatype?: Type): Fields {
  if (body === undefined && metatype !== undefined && Reflect.hasMetadata(OPTIONAL_BODY, metatype)) return {};
  if (isObject(body)) return body;
  const message = body === undefined ? 'A JSON body is required.' : 'The body must be a JSON object.';
  throw invalidRequest([{ field: '', code: body === undefined ? 'required' : 'wrong_type', message }]);
}

/** Each parameter comes once. Numbers come as decimal digits; anything else stays a text, which `@IsInt()` refuses. */
function readQuery(query: Query, metatype: Type): Fields {
  const shape = shapeOf(metatype);
  const repeated = Object.keys(query).filter((name) => Array.isArray(query[name]));
  refuse(
    repeated.map((name) => ({ field: name, code: 'repeated', message: `${name} is given more than once.` })),
  );
  const read = (name: string, text: unknown) =>
    shape.get(name)?.isDigits && /^\d+$/.test(text as string) ? Number(text) : text;
  return Object.fromEntries(Object.entries(query).map(([name, text]) => [name, read(name, text)]));
}

function refuse(errors: FieldErrorDto[]): void {
  if (errors.length > 0) throw refusalOf(errors);
}

/** A body can have a thousand wrong keys; this many errors are enough to mend it. */
const MOST_ERRORS = 50;

function refusalOf(errors: FieldErrorDto[]): Error {
  return invalidRequest(errors.slice(0, MOST_ERRORS));
}
