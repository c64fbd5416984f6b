import { RequestMethod } from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA } from '@nestjs/common/constants.js';
import type { DiscoveryService, MetadataScanner } from '@nestjs/core';
import { ACCESS, type AccessPolicy } from './access.decorators';

/** A controller method with a route. */
export interface Handler {
  /** `ClientsController.list` */
  name: string;
  /** `GET` */
  method: string;
  /** Patterns such as `/api/clients/:id`. */
  paths: string[];
  policy: AccessPolicy | undefined;
}

/** All handlers of the running application. */
export function listHandlers(discovery: DiscoveryService, scanner: MetadataScanner): Handler[] {
  return discovery.getControllers().flatMap(({ metatype, name }) => {
    if (typeof metatype !== 'function') return [];
    const prototype = metatype.prototype as Record<string, object>;
    return scanner.getAllMethodNames(prototype).flatMap((method) => {
      const handler = prototype[method];
      if (handler === undefined) return [];
      const verb = Reflect.getMetadata(METHOD_METADATA, handler) as RequestMethod | undefined;
      if (verb === undefined) return [];
      const paths = pathsOf(metatype).flatMap((base) => pathsOf(handler).map((path) => join(base, path)));
      const policy = (Reflect.getMetadata(ACCESS, handler) ?? Reflect.getMetadata(ACCESS, metatype)) as
        AccessPolicy | undefined;
      return [{ name: `${name}.${method}`, method: RequestMethod[verb], paths, policy }];
    });
  });
}

function pathsOf(target: object): string[] {
  return [Reflect.getMetadata(PATH_METADATA, target) as string | string[] | undefined]
    .flat()
    .map((path) => path ?? '');
}

function join(base: string, path: string): string {
  return `/${[base, path]
    .flatMap((part) => part.split('/'))
    .filter((part) => part !== '')
    .join('/')}`;
}
