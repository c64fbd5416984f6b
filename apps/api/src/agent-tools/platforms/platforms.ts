import { AGENT_PLATFORMS, type AgentPlatform } from '@groupless/shared-dto';
import { AppError } from '../../platform/errors/app-error';
import { ANTHROPIC } from './anthropic';
import { ELEVENLABS } from './elevenlabs';
import { OPENAI } from './openai';
import type { Platform } from './platform';
import { RETELL } from './retell';
import { VAPI } from './vapi';

export const PLATFORMS: Record<AgentPlatform, Platform> = {
  openai: OPENAI,
  anthropic: ANTHROPIC,
  vapi: VAPI,
  retell: RETELL,
  elevenlabs: ELEVENLABS,
};

/** @throws AppError `not_found` */
export function platformNamed(name: string): AgentPlatform {
  const known = AGENT_PLATFORMS.find((one) => one === name);
  if (known !== undefined) return known;
  throw new AppError('not_found', `No platform has this name. There are: ${AGENT_PLATFORMS.join(', ')}.`);
}
