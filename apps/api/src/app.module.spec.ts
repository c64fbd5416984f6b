import type { DiscoveryService } from '@nestjs/core';
import { AppModule } from './app.module';
import { Bus } from './shared/bus/bus';

describe('the application', () => {
  it('does not start where nobody handles what features say', () => {
    // Nobody has looked for the handlers.
    const deaf = new Bus({} as DiscoveryService);
    expect(() => new AppModule(deaf).onApplicationBootstrap()).toThrow(
      /^No method has @On\(\) for .*resource renamed/,
    );
  });
});
