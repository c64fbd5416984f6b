// Replaces the MCP SDK's shims for Node.js: the same without Ajv, which is a third of the SDK.
export { default as process } from 'node:process';

export class DefaultJsonSchemaValidator {
  getValidator() {
    throw new Error('This server asks its client for nothing.');
  }
}
