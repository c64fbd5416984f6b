import { Module } from '@nestjs/common';
import { ReadersModule } from '../readers/readers.module';
import { SearchIndexModule } from '../search/index/search-index.module';
import { ContextController } from './context.controller';
import { ContextService } from './context.service';
import { ContextRepository } from './context.repository';

@Module({
  imports: [SearchIndexModule, ReadersModule],
  controllers: [ContextController],
  providers: [ContextService, ContextRepository],
  exports: [ContextService],
})
export class BriefModule {}
