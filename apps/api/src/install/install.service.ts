import { Inject, Injectable } from '@nestjs/common';
import { AppError } from '../platform/errors/app-error';
import { PACKAGE_FILE, type BuiltCli } from './built-cli';

/** Injects the `BuiltCli`, or null. */
export const BUILT_CLI = Symbol('BUILT_CLI');

/** The package of the CLI and its installation instructions. */
@Injectable()
export class InstallService {
  constructor(@Inject(BUILT_CLI) private readonly cli: BuiltCli | null) {}

  /**
   * The first line is the version, for programs that check for updates.
   * @param url of this server for the caller
   * @throws AppError `not_found`
   */
  instructions(url: string): string {
    return `assistant-cli ${this.built().version}

With Node.js 20 or later, on Linux. macOS is built for and untried; on Windows (or better in WSL) only parts are tried:

  npm install --global ${url}/install/${PACKAGE_FILE}

It brings two commands. Each asks once for a key, which an admin makes in the panel (Settings, Keys).

assistant-switch brings the assistant account that is active in the panel to this machine. Its key has the scopes
session:read, account:activate and session:write. "<account>" is a name in the panel (Settings, Assistant accounts).

  assistant-switch login ${url}
  assistant-switch use "<account>"

assistant-memory gives coding assistants their memory. Its key has the scope memory; attach without a name asks about those it finds.

  assistant-memory login ${url}
  assistant-memory attach claude-code

If npm may not write to its global folder (EACCES on Linux and macOS), choose one of your own first:
npm config set prefix ~/.local

Checksum (SHA-256): ${url}/install/${PACKAGE_FILE}.sha256
Behind a company's proxy: HTTPS_PROXY and NO_PROXY (Node.js 24 or later), NODE_EXTRA_CA_CERTS=/path/to/ca.pem.
Update: install again. Without a network: download the package elsewhere and npm install --global ./${PACKAGE_FILE}
Remove: assistant-memory uninstall && assistant-switch uninstall, then npm uninstall --global assistant-cli
`;
  }

  /** @throws AppError `not_found` */
  package(): Buffer {
    return this.built().package;
  }

  /** @throws AppError `not_found` */
  checksum(): string {
    return this.built().checksum;
  }

  private built(): BuiltCli {
    if (this.cli !== null) return this.cli;
    throw new AppError('not_found', 'The CLI is not built. Run npm run build, then restart the server.');
  }
}
