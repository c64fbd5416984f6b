/** The platforms of agents whose tool calls are answered, and in whose form the tools are described. */
export const AGENT_PLATFORMS = ['openai', 'anthropic', 'vapi', 'retell', 'elevenlabs'] as const;
export type AgentPlatform = (typeof AGENT_PLATFORMS)[number];

/** The query of `GET /api/agent/tools.json`. */
export interface ToolDefinitionsQueryDto {
  format?: AgentPlatform;
}

/** The query of `POST /api/agent/tools/<platform>`. */
export interface ToolCallsQueryDto {
  tool?: string;
}
