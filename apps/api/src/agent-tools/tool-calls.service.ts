import { Inject, Injectable } from '@nestjs/common';
import type { IncomingHttpHeaders } from 'node:http';
import type { AgentPlatform } from '@groupless/shared-dto';
import { SETTINGS } from '../config/config.module';
import type { Settings } from '../config/settings';
import { Clock } from '../shared/clock';
import { invalidRequest } from '../shared/errors/app-error';
import type { McpActor } from './mcp.service';
import { isJson, type OpenEnvelope, type ToolCall } from './platforms/platform';
import { PLATFORMS } from './platforms/platforms';
import { demandRetellSignature, demandVapiSignature } from './platforms/signatures';
import { ToolsService, type ToolAnswer } from './tools.service';

/** A model calls a few tools at once; each is work for the database. */
const MOST_CALLS = 20;

/** Runs the tools that the platforms of agents call, and describes them as each platform wants it. */
@Injectable()
export class ToolCallsService {
  constructor(
    private readonly tools: ToolsService,
    private readonly clock: Clock,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /** The tools of a chat and phone agent, ready to paste. */
  define(format: AgentPlatform, base: string): unknown[] {
    const address = `${base}/api/agent/tools/${format}`;
    return this.tools.list(['agent']).map((tool) => PLATFORMS[format].define(tool, address));
  }

  /**
   * One after the other, in the model's order.
   * @throws AppError `invalid_request` for what is no envelope of the platform
   */
  async answer(
    platform: AgentPlatform,
    envelope: unknown,
    named: string | undefined,
    actor: McpActor,
  ): Promise<unknown> {
    const known = PLATFORMS[platform];
    const opened = isJson(envelope) ? known.open(envelope, named) : null;
    if (opened === null) throw refused(`Send ${known.form}.`);
    if (opened.calls.length > MOST_CALLS) throw refused(`Call at most ${MOST_CALLS} tools at once.`);
    const answers: ToolAnswer[] = [];
    for (const call of opened.calls) answers.push(await this.run(call, opened, platform, actor));
    return opened.close(answers);
  }

  /** @throws AppError `invalid_signature` */
  demandSignature(platform: AgentPlatform, headers: IncomingHttpHeaders, body: string): void {
    const { retell_api_key, vapi_hmac_secret } = this.settings;
    const signed = { headers, body, now: this.clock.now().getTime() };
    if (platform === 'retell' && retell_api_key !== null) demandRetellSignature(signed, retell_api_key);
    if (platform === 'vapi' && vapi_hmac_secret !== null) demandVapiSignature(signed, vapi_hmac_secret);
  }

  private async run(
    { id, name, given }: ToolCall,
    { conversation }: OpenEnvelope,
    platform: AgentPlatform,
    actor: McpActor,
  ): Promise<ToolAnswer> {
    const known = {
      // What the platform sends again, because no answer came, is booked once.
      ...(id !== null && { external_id: `${platform}:${id}` }),
      ...(conversation !== null && { chat_id: `${platform}:${conversation}` }),
    };
    const answer = await this.tools.call(name, given, actor, known);
    if (answer !== null) return answer;
    const names = this.tools.list(actor.caller.scopes).map((tool) => tool.name);
    return { text: `There is no tool ${name}. There are: ${names.join(', ')}.`, isFault: true };
  }
}

function refused(message: string): Error {
  return invalidRequest([{ field: '', code: 'invalid_format', message }]);
}
