export * from './error-codes';
export * from './health';
export * from './limits';
export * from './memory';
export * from './problem';
export * from './webhooks';
export * from './workflows';
