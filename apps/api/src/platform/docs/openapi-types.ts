import type { OpenAPIObject } from '@nestjs/swagger';

/** Parts of an OpenAPI document that the package does not export by name. */
export type OperationObject = NonNullable<OpenAPIObject['paths'][string]['get']>;
export type ResponsesObject = OperationObject['responses'];
type Schemas = NonNullable<NonNullable<OpenAPIObject['components']>['schemas']>;
export type SchemaObject = Exclude<Schemas[string], { $ref: string }>;
export type ReferenceObject = Extract<Schemas[string], { $ref: string }>;
