import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Change } from './change.entity';
import { ChangesController } from './changes.controller';
import { ChangesRepository } from './changes.repository';
import { ChangesService } from './changes.service';

@Module({
  imports: [TypeOrmModule.forFeature([Change])],
  controllers: [ChangesController],
  providers: [ChangesRepository, ChangesService],
})
export class ChangesModule {}
