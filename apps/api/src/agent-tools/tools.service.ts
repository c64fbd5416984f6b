import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { DiscoveryService, MetadataScanner } from '@nestjs/core';
import type { KeyCaller, KnownActor } from '../shared/access/caller';
import type { Scope } from '../shared/access/scopes';
import { AppError, invalidRequest } from '../shared/errors/app-error';
import { toAppError } from '../shared/errors/to-app-error';
import { inputSchemaOf, type ObjectSchema } from '../shared/tools/input-schema';
import { Tool, type ToolDeclaration } from '../shared/tools/tool';
import { RequestPipe } from '../shared/validation/pipe/request.pipe';
import { withKnown, withoutEmptyFields, type Known } from './given-fields';

export interface KnownTool extends Pick<ToolDeclaration, 'name' | 'description' | 'reads'> {
  schema: ObjectSchema;
}

interface RunnableTool extends KnownTool, Pick<ToolDeclaration, 'scopes' | 'input'> {
  run(input: unknown, actor: KnownActor): unknown;
}

/** What a model is answered. */
export interface ToolAnswer {
  text: string;
  isFault: boolean;
}

/** All tools of the application, which the features declare with `@Tool()`. */
@Injectable()
export class ToolsService implements OnModuleInit {
  private readonly log = new Logger(ToolsService.name);
  private readonly arguments = new RequestPipe();
  private tools: readonly RunnableTool[] = [];

  constructor(
    private readonly discovery: DiscoveryService,
    private readonly scanner: MetadataScanner,
  ) {}

  onModuleInit(): void {
    this.tools = this.discovery.getProviders().flatMap((wrapper) => {
      const instance = wrapper.instance as Record<string, RunnableTool['run']> | undefined;
      if (instance === undefined || instance === null || typeof instance !== 'object') return [];
      return this.scanner.getAllMethodNames(Object.getPrototypeOf(instance) as object).flatMap((method) => {
        const declared = this.discovery.getMetadataByDecorator(Tool, wrapper, method);
        const run = (input: unknown, actor: KnownActor) => instance[method]?.(input, actor);
        return declared === undefined
          ? []
          : [{ ...declared, schema: inputSchemaOf(declared.input, declared.fields), run }];
      });
    });
  }

  /** The tools that one of the scopes opens. Of several with one name, the first that a feature declares. */
  list(scopes: readonly Scope[]): KnownTool[] {
    return this.open(scopes);
  }

  /**
   * Runs a tool. What the caller did wrong is an answer for the model, as is what went wrong here.
   * @param known what the caller knows of fields that the model left out; those that the tool demands, and `external_id`
   * @returns null if the caller has no such tool
   */
  async call(
    name: string,
    given: unknown,
    actor: KnownActor & { caller: KeyCaller },
    known: Known = {},
  ): Promise<ToolAnswer | null> {
    const tool = this.open(actor.caller.scopes).find((one) => one.name === name);
    if (tool === undefined) return null;
    try {
      const fields = withKnown(withoutEmptyFields(objectOf(given), tool.schema), tool.schema, known);
      const input: unknown = await this.arguments.transform(fields, { type: 'body', metatype: tool.input });
      const result = await tool.run(input, actor);
      return { text: typeof result === 'string' ? result : JSON.stringify(result), isFault: false };
    } catch (error) {
      return { text: this.describe(error, name), isFault: true };
    }
  }

  private open(scopes: readonly Scope[]): RunnableTool[] {
    const open = this.tools.filter((tool) => tool.scopes.some((scope) => scopes.includes(scope)));
    return open.filter(({ name }, at) => open.findIndex((other) => other.name === name) === at);
  }

  private describe(error: unknown, tool: string): string {
    const known = toAppError(error);
    if (known === null) this.log.error(`the tool ${tool} failed`, error);
    return faultText(
      known ?? new AppError('internal_error', 'The call could not be completed. It was logged.'),
    );
  }
}

/** The detail of a problem, and in a second line its code and what else helps to try again. */
function faultText({ code, message, extras }: AppError): string {
  const { errors: _, ...members } = extras.members ?? {};
  return `${message}\n${JSON.stringify({ code, ...members })}`;
}

/** The arguments as an object. Some platforms send them as JSON text. */
function objectOf(given: unknown): unknown {
  if (given === undefined || given === null || given === '') return {};
  if (typeof given !== 'string') return given;
  try {
    return JSON.parse(given) as unknown;
  } catch {
    const message = 'The arguments are not valid JSON.';
    throw invalidRequest([{ field: '', code: 'wrong_type', message }]);
  }
}
