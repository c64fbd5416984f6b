import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { HashKey } from './hash-key.entity';
import { HashKeysService } from './hash-keys.service';
import { SealedValuesService } from './sealed-values.service';

@Module({
  imports: [TypeOrmModule.forFeature([HashKey])],
  providers: [SealedValuesService, HashKeysService],
  exports: [SealedValuesService, HashKeysService],
})
export class SealedValuesModule {}
