import type { Type } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Role, SessionPlaceDto } from '@groupless/shared-dto';
import type { Scope } from '../../platform/access/scopes';
import type { AppError } from '../../platform/errors/app-error';

/** Descriptions of fields for models; for an object with those of its own fields. */
export type FieldTexts = Readonly<Record<string, string | { text: string; fields: FieldTexts }>>;

/** The currently allowed values of fields, by name. A field without any is not offered. */
export type Choices = Readonly<Record<string, readonly string[]>>;

/** The trusted context of a call: from the platform or the program around the model, never from the model. */
export interface ToolContext {
  /** The chat or phone call, as the `chat_id` of a conversation. Null: unknown. */
  chat_id: string | null;
  /** Whether it is a phone call. */
  is_call: boolean;
  /** The caller's number, unparsed. */
  caller_phone: string | null;
  /** The identity of the project in whose folder a coding assistant works. Null: unknown. */
  project: string | null;
  /** Which session of an assistant calls, and where it is. Null: unknown. */
  place: SessionPlaceDto | null;
  /** The platform's id of this call of the tool. It may repeat. */
  call_id: string | null;
  /** What of it counts as missing, and why; the answer tells it. */
  warnings: readonly string[];
}

/** Other spellings of arguments that models use, and the tool accepts. The answer has a note of each. */
export interface ToolForms {
  /** By alias: the name of the field. */
  aliases?: Readonly<Record<string, string>>;
  /** By field: converts a value to the form that the tool takes. */
  meant?: Readonly<Record<string, (value: unknown) => unknown>>;
}

export interface ToolDeclaration {
  name: string;
  /** For people who choose tools. */
  title: string;
  /** Written for models: what it does, when to use it, and what never to do with it. */
  description: string;
  /** A key needs one of these. */
  scopes: readonly Scope[];
  /** The role that the owner of a key needs, if it has one; unless given a viewer for what is read, an operator for the rest. */
  owner_role?: Role;
  /** The request class that validates the arguments. */
  input: Type;
  /** The fields of `input` that models see. */
  fields: FieldTexts;
  forms?: ToolForms;
  /**
   * The names of the fields, at any depth, that a model needs of the answer, where not all: its text has these alone; over MCP
   * programs get the rest.
   */
  told?: readonly string[];
  /** Fields of older definitions, which are ignored. */
  dropped?: readonly string[];
  /** Whether the provider has `listChoices()`, for currently allowed values. */
  has_choices?: true;
  /** Whether the provider has `reword()`, for refusals. */
  rewords?: true;
  /** Whether it is read-only. */
  reads?: true;
  /** Whether it is destructive: what it removes cannot be restored. */
  destroys?: true;
  /** Whether it is idempotent. */
  repeats?: true;
}

/** A provider whose tools declare `has_choices`. */
export interface ToolChoices {
  /** Null: the tool is not offered now. */
  listChoices(tool: string): Promise<Choices | null>;
}

/** A provider whose tools declare `rewords`: it says refusals as a model needs them, also those of its arguments. */
export interface ToolRefusals {
  reword(refusal: AppError): Promise<AppError>;
}

/**
 * Makes a provider's method a tool for models, over MCP and for agent platforms. The method gets the validated
 * arguments, the actor and the context, and returns a row, a list or text.
 * Its return type says which, and is told to models (`platform/docs/answers.json`).
 */
export const Tool = Reflector.createDecorator<ToolDeclaration>();
