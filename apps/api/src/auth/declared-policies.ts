import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { DiscoveryService, MetadataScanner, Reflector } from '@nestjs/core';
import { METHOD_METADATA } from '@nestjs/common/constants.js';
import { ACCESS } from '../shared/access/access.decorators';

/** Stops the start when a route does not say who may call it. */
@Injectable()
export class DeclaredPolicies implements OnApplicationBootstrap {
  constructor(
    private readonly discovery: DiscoveryService,
    private readonly scanner: MetadataScanner,
    private readonly reflector: Reflector,
  ) {}

  onApplicationBootstrap(): void {
    const undeclared = this.discovery.getControllers().flatMap(({ metatype, name }) => {
      if (typeof metatype !== 'function') return [];
      const prototype = metatype.prototype as Record<string, (...args: unknown[]) => unknown>;
      return this.scanner
        .getAllMethodNames(prototype)
        .filter((method) => Reflect.hasMetadata(METHOD_METADATA, prototype[method] as object))
        .filter((method) => {
          const targets = [prototype[method] as () => void, metatype as new () => object];
          return this.reflector.getAllAndOverride<unknown>(ACCESS, targets) === undefined;
        })
        .map((method) => `${name}.${method}`);
    });
    if (undeclared.length > 0)
      throw new Error(`These routes declare no access policy: ${undeclared.join(', ')}`);
  }
}
