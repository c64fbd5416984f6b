import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { DiscoveryService, MetadataScanner } from '@nestjs/core';
import { listHandlers } from '../platform/access/handlers';

/** Fails the start if a route declares no access policy. */
@Injectable()
export class DeclaredPolicies implements OnApplicationBootstrap {
  constructor(
    private readonly discovery: DiscoveryService,
    private readonly scanner: MetadataScanner,
  ) {}

  onApplicationBootstrap(): void {
    const undeclared = listHandlers(this.discovery, this.scanner).filter(
      ({ policy }) => policy === undefined,
    );
    if (undeclared.length > 0) {
      const names = undeclared.map(({ name }) => name).join(', ');
      throw new Error(`These routes declare no access policy: ${names}`);
    }
  }
}
