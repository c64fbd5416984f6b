import { Inject, Injectable } from '@nestjs/common';
import type { IncomingHttpHeaders } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { AgentPlatform } from '@groupless/shared-dto';
import { SETTINGS } from '../config/config.module';
import type { Settings } from '../config/settings';
import type { KeyActor, KeyCaller } from '../platform/access/caller';
import { Clock } from '../platform/clock';
import { invalidRequest } from '../platform/errors/app-error';
import type { ToolContext } from '../shared/tools/tool';
import { withCallId, withEnvelope } from './tool-context';
import { isJson, type ToolCall } from './platforms/platform';
import { PLATFORMS } from './platforms/platforms';
import { demandRetellSignature, demandVapiSignature } from './platforms/signatures';
import { ToolsService, type ToolAnswer } from './tools.service';

/** A model calls a few tools at once; each is work for the database. */
const MOST_CALLS = 20;

/** Whose tools are pasted into a platform. */
const AGENT: KeyCaller = { kind: 'key', id: '', name: '', scopes: ['agent'] };

/** Runs the tools that the platforms of agents call, and describes them as each platform wants it. */
@Injectable()
export class ToolCallsService {
  constructor(
    private readonly tools: ToolsService,
    private readonly clock: Clock,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /** The tools of a chat and phone agent, ready to paste. */
  async define(format: AgentPlatform, base: string): Promise<unknown[]> {
    const address = `${base}/api/agent/tools/${format}`;
    return (await this.tools.list(AGENT)).map((tool) => PLATFORMS[format].define(tool, address));
  }

  /**
   * One after the other, in the model's order.
   * @param said what the headers say of the call, where the envelope says nothing
   * @throws AppError `invalid_request` for what is no envelope of the platform
   */
  async answer(
    platform: AgentPlatform,
    envelope: unknown,
    named: string | undefined,
    said: ToolContext,
    actor: KeyActor,
  ): Promise<unknown> {
    const known = PLATFORMS[platform];
    const opened = isJson(envelope) ? known.open(envelope, named) : null;
    if (opened === null) throw refused(`Send ${known.form}.`);
    if (opened.calls.length > MOST_CALLS) throw refused(`Call at most ${MOST_CALLS} tools at once.`);
    const answers: ToolAnswer[] = [];
    const context = withEnvelope(said, platform, opened);
    for (const call of opened.calls) {
      answers.push(await this.run(call, context, actor));
      // Others are served between two calls.
      await nextTurn();
    }
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
    context: ToolContext,
    actor: KeyActor,
  ): Promise<ToolAnswer> {
    const answer = await this.tools.call(name, given, actor, withCallId(context, id));
    if (answer !== null) return answer;
    const names = this.tools.namesOf(actor.caller).join(', ');
    return { text: `There is no tool ${name}. There are: ${names}.`, isFault: true };
  }
}

function refused(message: string): Error {
  return invalidRequest([{ field: '', code: 'invalid_format', message }]);
}
