import { Module, type DynamicModule } from '@nestjs/common';
import { readBuiltCli } from './built-cli';
import { InstallController } from './install.controller';
import { BUILT_CLI, InstallService } from './install.service';

@Module({})
export class InstallModule {
  /** @param folder of the built package */
  static with(folder: string | undefined): DynamicModule {
    return {
      module: InstallModule,
      controllers: [InstallController],
      providers: [InstallService, { provide: BUILT_CLI, useFactory: () => readBuiltCli(folder) }],
    };
  }
}
