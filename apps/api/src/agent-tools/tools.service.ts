import { Injectable, Logger, type OnModuleInit, type Type } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { satisfies, type Demand } from '../platform/access/access.decorators';
import type { KeyActor, KeyCaller, KnownActor } from '../platform/access/caller';
import { demandOneOf } from '../platform/access/demand';
import { Clock } from '../platform/clock';
import { decoratedMethods } from '../platform/decorated-methods';
import { withFutureTimes } from '../platform/docs/future-dates';
import { AppError } from '../platform/errors/app-error';
import { toAppError } from '../platform/errors/to-app-error';
import { withoutHidden } from '../shared/text/hidden-characters';
import { inputSchemaOf, withChoices, type ObjectSchema } from '../shared/tools/input-schema';
import {
  answerSchemaOf,
  structuredAnswer,
  TEXT_ANSWER,
  type AnswerSchema,
} from '../shared/tools/output-schema';
import {
  Tool,
  type Choices,
  type ToolChoices,
  type ToolContext,
  type ToolDeclaration,
  type ToolRefusals,
} from '../shared/tools/tool';
import { countsAsMissing } from '../platform/validation/outside-id';
import { isObject } from '../platform/validation/pipe/to-instance';
import { RequestPipe } from '../platform/validation/pipe/request.pipe';
import { understood, withNotes } from './understood-forms';
import { demandOffered, parseArguments, readGiven, withoutFields } from './given-fields';

export interface KnownTool extends Pick<
  ToolDeclaration,
  'name' | 'title' | 'description' | 'reads' | 'destroys' | 'repeats'
> {
  schema: ObjectSchema;
  answer: AnswerSchema;
}

interface RunnableTool extends KnownTool, Pick<ToolDeclaration, 'input' | 'dropped' | 'forms' | 'told'> {
  demand: Demand;
  run(input: unknown, actor: KnownActor, context: ToolContext): unknown;
  /** What some of its fields may hold just now; null: whatever their rules allow. */
  choices: (() => Promise<Choices | null>) | null;
  reword: (refusal: AppError) => Promise<AppError> | AppError;
}

/** What a model is answered. */
export interface ToolAnswer {
  text: string;
  isFault: boolean;
  /** All of the answer, for programs, of which the text is what a model needs. A fault has none. */
  whole?: Record<string, unknown>;
}

/** All tools of the application, which the features declare with `@Tool()`. */
@Injectable()
export class ToolsService implements OnModuleInit {
  private readonly log = new Logger(ToolsService.name);
  private readonly arguments = new RequestPipe();
  private tools: readonly RunnableTool[] = [];

  constructor(
    private readonly discovery: DiscoveryService,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.tools = decoratedMethods<ToolDeclaration, RunnableTool['run'], ToolChoices & ToolRefusals>(
      this.discovery,
      Tool,
    ).map(({ declared, name, run, provider }) => ({
      ...declared,
      demand: demandOf(declared),
      run,
      schema: inputSchemaOf(declared.input, declared.fields),
      answer: answerSchemaOf(name),
      choices: declared.has_choices === true ? () => provider.listChoices(declared.name) : null,
      reword: (refusal) => (declared.rewords === true ? provider.reword(refusal) : refusal),
    }));
  }

  /** The tools that a key may call. Of two with one name, that of an operator. */
  async list(caller: KeyCaller): Promise<KnownTool[]> {
    const offered = await Promise.all(
      this.openTo(caller).map(async (tool) => {
        const choices = tool.choices === null ? {} : await tool.choices();
        if (choices === null) return [];
        // A model that copies an example asks for a time to come.
        const text = withFutureTimes(JSON.stringify(withChoices(tool.schema, choices)), this.clock.now());
        return { ...tool, schema: JSON.parse(text) as ObjectSchema };
      }),
    );
    return offered.flat();
  }

  namesOf(caller: KeyCaller): string[] {
    return this.openTo(caller).map(({ name }) => name);
  }

  /**
   * Runs a tool. What the caller did wrong is an answer for the model, as is what went wrong here.
   * @returns null if the caller has no such tool
   */
  async call(
    name: string,
    given: unknown,
    actor: KeyActor,
    context: ToolContext,
  ): Promise<ToolAnswer | null> {
    const { caller } = actor;
    const named = (one: KnownTool) => one.name === name;
    // One that the scopes open is known, also where the owner of the key may not call it.
    const tool = this.openTo(caller).find(named) ?? this.openTo({ ...caller, owner_id: null }).find(named);
    if (tool === undefined) return null;
    const warnings = [...context.warnings];
    try {
      demandOneOf([caller], tool.demand);
      const sent = understood(withoutFields(parseArguments(given), tool.dropped ?? []), tool.forms ?? {});
      const fields = readGiven(sent.given, tool.schema);
      demandOffered(fields, tool.schema);
      const result = await tool.run(this.readInput(fields, tool.input, warnings), actor, context);
      const plain = typeof result === 'string' ? result : JSON.stringify(result);
      const noted = withNotes(plain, { note: sent.notes, warnings }, tool.answer === TEXT_ANSWER);
      const text = withoutHidden(noted);
      const whole = structuredAnswer(text, tool.answer);
      return { text: tool.told === undefined ? text : toldOf(whole, tool.told), isFault: false, whole };
    } catch (error) {
      const told = error instanceof AppError ? await tool.reword(error) : error;
      return { text: withoutHidden(this.describe(told, name, warnings)), isFault: true };
    }
  }

  /**
   * The validated arguments. Ids that are unfilled placeholders count as missing.
   * @param warnings gets one of each
   * @throws AppError `invalid_request`
   */
  private readInput(fields: unknown, metatype: Type, warnings: string[]): unknown {
    const read = (given: unknown) => this.arguments.transform(given, { type: 'body', metatype });
    try {
      return read(fields);
    } catch (error) {
      const unfilled = error instanceof AppError ? unfilledFields(error) : [];
      if (unfilled.length === 0) throw error;
      warnings.push(...unfilled.map(countsAsMissing));
      return read(withoutFields(fields, unfilled));
    }
  }

  private openTo(caller: KeyCaller): RunnableTool[] {
    const open = this.tools.filter(({ demand }) => satisfies(caller, demand));
    const isBetter = (one: RunnableTool, other: RunnableTool) =>
      one.name === other.name && isOfOperators(one) && !isOfOperators(other);
    return open.filter((tool) => !open.some((other) => isBetter(other, tool)));
  }

  private describe(error: unknown, tool: string, warnings: readonly string[]): string {
    const known = toAppError(error);
    if (known === null) this.log.error(`the tool ${tool} failed`, error);
    const text = faultText(
      known ?? new AppError('internal_error', 'The call could not be completed. It was logged.'),
      warnings,
    );
    return withFutureTimes(text, this.clock.now());
  }
}

/** What an answer may say beside its fields. */
const REMARKS = ['say', 'note', 'warnings'];

function toldOf(whole: Record<string, unknown>, told: readonly string[]): string {
  return JSON.stringify(onlyFields(whole, [...REMARKS, ...told]));
}

/** With the named fields alone, at any depth. */
function onlyFields(value: unknown, names: readonly string[]): unknown {
  if (Array.isArray(value)) return value.map((one) => onlyFields(one, names));
  if (!isObject(value)) return value;
  const fields = Object.entries(value).filter(([name]) => names.includes(name));
  return Object.fromEntries(fields.map(([name, inner]) => [name, onlyFields(inner, names)]));
}

function unfilledFields({ extras }: AppError): string[] {
  const errors = extras.members?.errors ?? [];
  return errors.filter(({ code }) => code === 'unfilled_placeholder').map(({ field }) => field);
}

function isOfOperators({ demand }: RunnableTool): boolean {
  return demand.scopes.includes('panel:write');
}

function demandOf({ scopes, reads, owner_role = reads ? 'viewer' : 'operator' }: ToolDeclaration): Demand {
  return { role: null, scopes, owner_role, ...(scopes.includes('memory') ? { is_memory: true } : {}) };
}

/** The detail of a problem, and in a second line its code and what else helps to try again. */
function faultText({ code, message, extras }: AppError, warnings: readonly string[]): string {
  const { errors: _, ...members } = extras.members ?? {};
  const told = { code, ...members, ...(warnings.length > 0 && { warnings }) };
  return `${message}\n${JSON.stringify(told, inLocalTime)}`;
}

/** Of a time that is told as the clocks of the business show it, UTC is for programs. */
function inLocalTime(_name: string, value: unknown): unknown {
  if (!isObject(value) || !('local_starts_at' in value)) return value;
  const { starts_at: _start, ends_at: _end, ...local } = value;
  return local;
}
