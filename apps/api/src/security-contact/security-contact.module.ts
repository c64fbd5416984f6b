import { Module } from '@nestjs/common';
import { SecurityContactController } from './security-contact.controller';

@Module({ controllers: [SecurityContactController] })
export class SecurityContactModule {}
