import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { McpController } from './mcp.controller';
import { McpService } from './mcp.service';
import { ToolCallsController } from './tool-calls.controller';
import { ToolCallsService } from './tool-calls.service';
import { ToolsService } from './tools.service';

/** The tools of all features, over MCP and in the envelopes of the platforms of agents. */
@Module({
  imports: [DiscoveryModule],
  controllers: [McpController, ToolCallsController],
  providers: [McpService, ToolCallsService, ToolsService],
})
export class AgentToolsModule {}
