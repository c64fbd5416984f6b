import { Module } from '@nestjs/common';
import { SealedValuesService } from './sealed-values.service';

@Module({ providers: [SealedValuesService], exports: [SealedValuesService] })
export class SealedValuesModule {}
