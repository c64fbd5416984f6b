import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { McpController } from './mcp.controller';
import { McpService } from './mcp.service';
import { ToolsService } from './tools.service';

/** The tools of all features, over MCP and in the envelopes of the platforms of agents. */
@Module({
  imports: [DiscoveryModule],
  controllers: [McpController],
  providers: [McpService, ToolsService],
})
export class AgentToolsModule {}
