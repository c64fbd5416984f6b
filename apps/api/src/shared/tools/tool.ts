import type { Type } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Scope } from '../access/scopes';

/** What models are told of a field; of an object also what they are told of its own fields. */
export type FieldTexts = Readonly<Record<string, string | { text: string; fields: FieldTexts }>>;

/** By the name of a field, the values that it may have just now. A field with none is not offered. */
export type Choices = Readonly<Record<string, readonly string[]>>;

/** What says whom a call is about: the platform that sends it, or the program around the model; never the model. */
export interface ToolContext {
  /** The chat or phone call, as a `chat_id` of a conversation. Null: nobody names it. */
  chat_id: string | null;
  /** Whether that is a phone call. */
  is_call: boolean;
  /** The number of who calls or writes, as it came. */
  caller_phone: string | null;
  /** The identity of the project in whose folder a coding assistant works. Null: nobody names it. */
  project: string | null;
  /** The platform's id of this call of the tool. It may repeat. */
  call_id: string | null;
}

export interface ToolDeclaration {
  name: string;
  /** For people who choose tools. */
  title: string;
  /** Written for models: what it does, when to use it, and what never to do with it. */
  description: string;
  /** A key with one of these has the tool. */
  scopes: readonly Scope[];
  /** The request class that checks the arguments, as it checks a body. */
  input: Type;
  /** The response class of its answer; or that it answers ready text. */
  output: Type | 'text';
  /** The fields of that class that models are told of. */
  fields: FieldTexts;
  /** Fields that older definitions offer, which count no longer: they are dropped. */
  dropped?: readonly string[];
  /** Whether the provider has a method `listChoices()`, which says what some fields may hold. */
  has_choices?: true;
  /** Whether it changes nothing. */
  reads?: true;
  /** Whether it takes something away that cannot be had back. */
  destroys?: true;
  /** Whether a call that is made again changes nothing more. */
  repeats?: true;
}

/** A provider whose tools declare `has_choices`. */
export interface ToolChoices {
  listChoices(): Promise<Choices>;
}

/**
 * On a method of a provider: makes it a tool for models, over MCP and for the platforms of agents. The method takes the
 * checked arguments, the actor and the context, and returns a row, a list, or ready text.
 */
export const Tool = Reflector.createDecorator<ToolDeclaration>();
