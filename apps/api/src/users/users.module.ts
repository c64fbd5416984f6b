import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { PasswordsService } from './passwords.service';
import { UserChangesService } from './user-changes.service';
import { User } from './user.entity';
import { UsersRepository } from './users.repository';
import { UsersService } from './users.service';

@Module({
  imports: [TypeOrmModule.forFeature([User])],
  providers: [UsersRepository, UsersService, PasswordsService, UserChangesService],
  exports: [UsersService, PasswordsService, UserChangesService],
})
export class UsersModule {}
