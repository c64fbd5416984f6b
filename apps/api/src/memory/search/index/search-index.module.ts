import { Module } from '@nestjs/common';
import { SearchIndexService } from './search-index.service';
import { SearchIndexRepository } from './search-index.repository';

@Module({ providers: [SearchIndexService, SearchIndexRepository], exports: [SearchIndexService] })
export class SearchIndexModule {}
