import { Module } from '@nestjs/common';
import { MemoryModule } from '../memory/memory.module';
import { HealthController } from './health.controller';
import { HealthService } from './health.service';

@Module({ imports: [MemoryModule], controllers: [HealthController], providers: [HealthService] })
export class HealthModule {}
