import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditModule } from '../audit/audit.module';
import { EventsModule } from '../events/events.module';
import { ExecutionsRepository } from './executions.repository';
import { ExecutionsService } from './executions.service';
import { WorkflowExecution } from './workflow-execution.entity';
import { WorkflowHour } from './workflow-hour.entity';
import { Workflow } from './workflow.entity';
import { WorkflowsController } from './workflows.controller';
import { WorkflowsRepository } from './workflows.repository';
import { WorkflowsService } from './workflows.service';

@Module({
  imports: [AuditModule, EventsModule, TypeOrmModule.forFeature([Workflow, WorkflowExecution, WorkflowHour])],
  controllers: [WorkflowsController],
  providers: [ExecutionsRepository, ExecutionsService, WorkflowsRepository, WorkflowsService],
  exports: [ExecutionsService, WorkflowsService],
})
export class WorkflowsModule {}
