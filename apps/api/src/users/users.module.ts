import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ApiKeysModule } from '../api-keys/api-keys.module';
import { AuditModule } from '../audit/audit.module';
import { EventsModule } from '../events/events.module';
import { MailModule } from '../mail/mail.module';
import { SettingsModule } from '../settings/settings.module';
import { CalendarToken } from './calendar-token.entity';
import { FirstAdminService } from './first-admin.service';
import { InvitesRepository } from './invites/invites.repository';
import { InvitesService } from './invites/invites.service';
import { PasswordsService } from './passwords/passwords.service';
import { UserChangesService } from './user-changes.service';
import { UserManagementService } from './user-management.service';
import { UserInvite } from './invites/user-invite.entity';
import { User } from './user.entity';
import { UsersController } from './users.controller';
import { UsersRepository } from './users.repository';
import { UsersService } from './users.service';

const SHOWN = [UsersService, UserManagementService, InvitesService, PasswordsService, UserChangesService];

@Module({
  imports: [
    TypeOrmModule.forFeature([User, UserInvite, CalendarToken]),
    ApiKeysModule,
    AuditModule,
    EventsModule,
    MailModule,
    SettingsModule,
  ],
  controllers: [UsersController],
  providers: [...SHOWN, FirstAdminService, InvitesRepository, UsersRepository],
  exports: SHOWN,
})
export class UsersModule {}
