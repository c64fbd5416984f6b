// In place of what the MCP SDK has for Node.js: the same without Ajv, which is a third of it.
export { default as process } from 'node:process';

export class DefaultJsonSchemaValidator {
  getValidator() {
    throw new Error('This server asks its client for nothing.');
  }
}
