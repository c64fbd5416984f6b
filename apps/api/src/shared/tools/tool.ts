import type { Type } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Scope } from '../access/scopes';

/** What models are told of a field; of an object also what they are told of its own fields. */
export type FieldTexts = Readonly<Record<string, string | { text: string; fields: FieldTexts }>>;

export interface ToolDeclaration {
  name: string;
  /** Written for models: what it does, when to use it, and what never to do with it. */
  description: string;
  /** A key with one of these has the tool. */
  scopes: readonly Scope[];
  /** The request class that checks the arguments, as it checks a body. */
  input: Type;
  /** The fields of that class that models are told of. */
  fields: FieldTexts;
  /** Whether it changes nothing. */
  reads?: true;
}

/**
 * On a method of a provider: makes it a tool for models, over MCP and for the platforms of agents. The method takes the
 * checked arguments and the actor, and returns a row, a list, or ready text.
 */
export const Tool = Reflector.createDecorator<ToolDeclaration>();
