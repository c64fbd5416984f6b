import { MetadataScanner, type DiscoverableDecorator, type DiscoveryService } from '@nestjs/core';

/** A provider's method, and what its decorator declares. */
export interface DecoratedMethod<Declaration, Run, Provider> {
  declared: Declaration;
  /** Of class and method. */
  name: string;
  run: Run;
  provider: Provider;
}

/** All methods of providers that a decorator of `Reflector.createDecorator()` marks. */
export function decoratedMethods<Declaration, Run, Provider extends object = object>(
  discovery: DiscoveryService,
  decorator: DiscoverableDecorator<Declaration>,
): DecoratedMethod<Declaration, Run, Provider>[] {
  const scanner = new MetadataScanner();
  return discovery.getProviders().flatMap((wrapper) => {
    const provider = wrapper.instance as (Provider & Record<string, CallableFunction>) | null | undefined;
    if (typeof provider !== 'object' || provider === null) return [];
    return scanner.getAllMethodNames(Object.getPrototypeOf(provider) as object).flatMap((method) => {
      const declared = discovery.getMetadataByDecorator(decorator, wrapper, method);
      const run = (...given: unknown[]): unknown => provider[method]?.(...given);
      return declared === undefined
        ? []
        : [{ declared, name: `${provider.constructor.name}.${method}`, run: run as Run, provider }];
    });
  });
}
