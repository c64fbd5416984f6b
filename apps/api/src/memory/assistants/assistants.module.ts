import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { MEMORY } from '../../database/memory.data-source';
import { ReadersModule } from '../readers/readers.module';
import { AssistantRun } from './assistant-run.entity';
import { AssistantsController } from './assistants.controller';
import { AssistantRunsService } from './assistant-runs.service';
import { AssistantRunsRepository } from './assistant-runs.repository';

@Module({
  imports: [TypeOrmModule.forFeature([AssistantRun], MEMORY), ReadersModule],
  controllers: [AssistantsController],
  providers: [AssistantRunsService, AssistantRunsRepository],
  exports: [AssistantRunsService],
})
export class AssistantsModule {}
